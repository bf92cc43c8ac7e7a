/** The table, live: the newest state wins, and a lost line is taken up again by itself. */
import { ApiError, currentToken, get, post, socketAddress, useToken, withToken } from "./api";
import { preferences } from "./preferences.svelte";
import { speak } from "./speech";
import { printed } from "./words.svelte";
import type { LiveMessage, Order, TableEvent, TableState, Told } from "./wire";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const HIDDEN_WAIT_MS = 100;
/** How the server closes the line if the table has stopped. */
const STOPPED = 4503;

/** Why the table said no, and by which rule of the game, if it was one. */
type Refusal = { text: string; rule: string | null };
type Listener = (events: TableEvent[], state: TableState) => void;

class Live {
  state = $state.raw<TableState | null>(null);
  isConnected = $state(false);
  /** The server answers, but the table behind it has ended by a mistake. */
  isStopped = $state(false);
  /** When the newest state arrived, on this screen's clock. */
  arrivedMs = $state(0);
  refusal = $state.raw<Refusal | null>(null);
  /** The rule of the game under way that somebody wants to read. */
  askedRule = $state<string | null>(null);
  told = $state.raw<Told | null>(null);
  isSending = $state(false);

  #socket: WebSocket | null = null;
  #waitMs = FIRST_WAIT_MS;
  #waiting: { state: TableState; events: TableEvent[] } | null = null;
  #listeners = new Set<Listener>();
  #canSpeak: boolean | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Speak as this seat or as the operator from now on; null: only watch. */
  speakAs(token: string | null): void {
    useToken(token);
    this.reconnect();
  }

  /** Whether this screen speaks: somebody wants it to, or it is the table's own and so the voice. */
  get isSpoken(): boolean {
    const isOwn =
      preferences.isKiosk || (this.state?.you.may_act === true && currentToken() === null);
    return preferences.isSpoken || (isOwn && this.#volume !== null);
  }

  get #volume(): number | null {
    return this.state?.table.screen_volume ?? null;
  }

  /** Tell the table whether it is heard here; null: it need not be. */
  reportVoice(canSpeak: boolean | null): void {
    this.#canSpeak = canSpeak;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ can_speak: canSpeak }));
  }

  start(): void {
    if (!this.#socket) this.#open();
  }

  reconnect(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#open();
  }

  onEvents(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Seconds on the table's clock since the newest state. */
  sinceS(nowMs: number): number {
    return Math.max(0, (nowMs - this.arrivedMs) / 1000);
  }

  /** Send an order; a refusal is shown, and the person decides whether to repeat it. */
  async order(order: Order): Promise<boolean> {
    this.isSending = true;
    try {
      return await this.attempt(() => post("/orders", { seen: this.#seen(order), order }));
    } finally {
      this.isSending = false;
    }
  }

  /** Whether it could be done; if the table says no, its reason is shown. */
  async attempt(task: () => Promise<unknown>): Promise<boolean> {
    this.refusal = null;
    try {
      await task();
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    }
  }

  /** Where several choose at once, the choice of another does not make this one come too late. */
  #seen(order: Order): number | null {
    const awaiting = this.state?.awaiting;
    const isCommon = awaiting?.type === "choice" && awaiting.seats.length > 1;
    return order.type === "act" && isCommon ? null : (this.state?.seq ?? null);
  }

  async refresh(): Promise<void> {
    this.#take(await get<TableState>("/table"), []);
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const body = error.body as { state?: TableState; rule?: string | null } | null;
    this.refusal = { text: error.message, rule: body?.rule ?? null };
    if (body?.state) this.#take(body.state, []);
  }

  #open(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(withToken(socketAddress("/live")));
    this.#socket = socket;
    socket.onopen = () => {
      this.#waitMs = FIRST_WAIT_MS;
      if (this.#canSpeak !== null) this.reportVoice(this.#canSpeak);
    };
    socket.onmessage = (message: MessageEvent<string>) => this.#hear(message.data);
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.isConnected = false;
    this.isStopped = code === STOPPED;
    this.#socket = null;
    this.#timer = setTimeout(() => this.#open(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 1.7, LONGEST_WAIT_MS);
  }

  #hear(data: string): void {
    const message = JSON.parse(data) as LiveMessage;
    if (message.type === "told") this.#tell(message.told);
    if (message.type === "state") this.#wait(message.state, message.events ?? []);
  }

  #tell(told: Told[]): void {
    this.told = told.at(-1) ?? null;
    if (this.isSpoken) speak(told, preferences.language, this.#volume ?? 1);
  }

  /** Of the states that arrive before the next picture, only the newest is drawn. */
  #wait(state: TableState, events: TableEvent[]): void {
    const isFirst = this.#waiting === null;
    this.#waiting = { state, events: [...(this.#waiting?.events ?? []), ...events] };
    if (!isFirst) return;
    const show = (): void => {
      const newest = this.#waiting;
      this.#waiting = null;
      if (newest) this.#take(newest.state, newest.events);
    };
    if (document.hidden) setTimeout(show, HIDDEN_WAIT_MS);
    else requestAnimationFrame(show);
  }

  #take(state: TableState, events: TableEvent[]): void {
    this.isConnected = true;
    this.isStopped = false;
    this.state = state;
    this.arrivedMs = performance.now();
    printed.names = state.game?.card_names ?? "a";
    preferences.followTable(state.table.language);
    for (const listener of this.#listeners) listener(events, state);
  }
}

export const live = new Live();
