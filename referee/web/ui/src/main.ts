import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferences } from "./lib/preferences.svelte";

preferences.show();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => preferences.show());

const target = document.getElementById("page");
if (target) mount(App, { target });
