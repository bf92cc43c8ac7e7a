/** Requests to the table. A refusal is an `ApiError` with a sentence for people. */
import { preferences } from "./preferences.svelte";
import type { Text } from "./wire";

const ROOT = "/api/v1";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: unknown,
  ) {
    super(message);
  }
}

let token: string | null = null;

export function useToken(next: string | null): void {
  token = next;
}

export function currentToken(): string | null {
  return token;
}

export async function get<Answer>(path: string): Promise<Answer> {
  return ask<Answer>("GET", path);
}

export async function post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  return ask<Answer>("POST", path, body);
}

/** For what must not be done twice: one key for each press, so that it can be sent again if no answer came. */
export async function postOnce<Answer>(path: string, body: unknown): Promise<Answer> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  try {
    return await ask<Answer>("POST", path, body, { key });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return ask<Answer>("POST", path, body, { key });
  }
}

export async function ask<Answer>(
  method: string,
  path: string,
  body?: unknown,
  { as = token, key = "" } = {},
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (as) headers.Authorization = `Bearer ${as}`;
  const response = await reached(method, path, headers, body);
  const content: unknown = await readable(response);
  if (!response.ok) throw new ApiError(reason(content), response.status, content);
  return content as Answer;
}

/** A file that only whoever is logged in may have; an `<img>` or a link could not say who asks. */
export async function getFile(path: string): Promise<Blob> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await reached("GET", path, headers, undefined);
  if (!response.ok) throw new ApiError(reason(await readable(response)), response.status, null);
  return response.blob();
}

/** Such a file, saved where the browser saves files. */
export async function takeFile(path: string, name: string): Promise<void> {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(await getFile(path));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

/** The entries of a list that the table sends line by line, each as soon as it is there. */
export async function* getEach<Entry>(path: string): AsyncGenerator<Entry> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await reached("GET", path, headers, undefined);
  if (!response.ok || !response.body)
    throw new ApiError(reason(await readable(response)), response.status, null);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await next(reader); !part.done; part = await next(reader)) {
    const lines = (text + part.value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.filter((each) => !each.endsWith("[")))
      yield JSON.parse(line.replace(/^,/, "")) as Entry;
  }
}

async function next(
  reader: ReadableStreamDefaultReader<string>,
): Promise<ReadableStreamReadResult<string>> {
  try {
    return await reader.read();
  } catch {
    throw new ApiError("", 0, null);
  }
}

async function reached(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> {
  try {
    const content = body === undefined ? undefined : JSON.stringify(body);
    return await fetch(ROOT + path, { method, headers, body: content ?? null });
  } catch {
    throw new ApiError("", 0, null);
  }
}

async function readable(response: Response): Promise<unknown> {
  if (!(response.headers.get("Content-Type") ?? "").includes("json")) return null;
  return response.json();
}

/** The sentence in an answer, wherever the table put it. */
function reason(content: unknown): string {
  if (content === null || typeof content !== "object") return "";
  const found = content as Record<string, unknown>;
  const text = found.why_not ?? found.text ?? found.detail ?? found.error;
  if (typeof text === "string") return text;
  const spoken = text as Text | undefined;
  return spoken?.[preferences.language] ?? "";
}

/** What a socket, a picture or a link asks for can say who asks only in its address. */
export function withToken(address: string): string {
  if (!token) return address;
  return `${address}${address.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}

export function apiAddress(path: string): string {
  return withToken(path.startsWith("/api/") ? path : ROOT + path);
}

export function socketAddress(path: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${ROOT}${path}`;
}
