import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { ApiError, post } from "./lib/api";
import { live } from "./lib/live.svelte";
import { preferences } from "./lib/preferences.svelte";
import { inHash } from "./lib/address";

preferences.show();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => preferences.show());

/** The address that the table printed makes this browser its own screen; a cookie remembers it. */
async function becomeScreen(key: string): Promise<void> {
  try {
    await post("/screen", { key });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    live.refusal = error.message || "offline";
  }
}

async function begin(): Promise<void> {
  const key = inHash("key");
  if (key) await becomeScreen(key);
  const target = document.getElementById("page");
  if (target) mount(App, { target });
}

void begin();
