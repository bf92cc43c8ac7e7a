/** The table that the program can become instead: one with the webcam, or the simulated one. */
import { ApiError, get, post } from "./api";
import { live } from "./live.svelte";
import type { OtherTable } from "./wire";

export class Other {
  kind = $state<OtherTable["kind"]>(null);
  /** The program starts anew; the page finds its way by itself as soon as it is back. */
  isBecoming = $state(false);

  async look(): Promise<void> {
    try {
      this.kind = (await get<OtherTable>("/table/other")).kind;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async become(): Promise<void> {
    this.isBecoming = await live.attempt(() => post("/table/other"));
  }
}
