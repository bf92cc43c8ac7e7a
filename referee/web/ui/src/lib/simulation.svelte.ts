/** The simulated table, if there is one behind the page: what its hands can do and its faults. */
import { ApiError, get, post } from "./api";
import { live } from "./live.svelte";
import type { TwinState } from "./wire";

class Simulation {
  state = $state.raw<TwinState | null>(null);

  get isThere(): boolean {
    return this.state !== null;
  }

  async refresh(): Promise<void> {
    try {
      this.state = await get<TwinState>("/twin");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.state = null;
    }
  }

  /** Whether the hands are at it. */
  async does(
    motion: string,
    care: number,
    details: Record<string, unknown> = {},
  ): Promise<boolean> {
    return live.attempt(() => post("/twin/hands", { deed: motion, care, details }));
  }

  async fault(device: string, fault: string, on: boolean): Promise<void> {
    await live.attempt(() => post("/twin/faults", { device, fault, on }));
    await this.refresh();
  }

  async autoplay(on: boolean, pace = 1): Promise<void> {
    await live.attempt(() => post("/twin/autoplay", { on, pace }));
    await this.refresh();
  }
}

export const simulation = new Simulation();
