import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { post } from "./lib/api";
import { live } from "./lib/live.svelte";
import { preferences } from "./lib/preferences.svelte";
import { inHash } from "./lib/address";
import { loadWords } from "./lib/words.svelte";

preferences.show();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => preferences.show());

async function begin(): Promise<void> {
  // The address that the table printed makes this browser its own screen; a cookie remembers it.
  const key = inHash("key");
  if (key) await live.attempt(() => post("/screen", { key }));
  if (!(await loadWords(preferences.language))) await loadWords("en");
  const target = document.getElementById("page");
  if (target) mount(App, { target });
}

void begin();
