/** Something of the table that is asked for again and again while a page is open. */
import { onMount } from "svelte";
import { ApiError, get } from "./api";
import { t } from "./words.svelte";

export class Watched<Answer> {
  value = $state.raw<Answer | null>(null);
  /** Why there is no newer answer; empty if all is well. */
  problem = $state("");

  constructor(
    readonly path: string,
    everyMs: number,
  ) {
    onMount(() => {
      void this.#look();
      const timer = setInterval(() => void this.#look(), everyMs);
      return () => clearInterval(timer);
    });
  }

  async #look(): Promise<void> {
    try {
      this.value = await get<Answer>(this.path);
      this.problem = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.message || t("ui-offline");
    }
  }
}
