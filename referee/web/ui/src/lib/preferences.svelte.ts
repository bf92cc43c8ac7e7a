/** What this screen, and only this screen, was told: language, light, sound, kiosk. */
import type { LanguageCode } from "./wire";

type Theme = "dark" | "light" | "auto";

const KEY = "table-referee";

type Kept = { language: LanguageCode | null; theme: Theme; isMuted: boolean; isSpoken: boolean };

function kept(): Kept {
  const usual: Kept = { language: null, theme: "dark", isMuted: false, isSpoken: false };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

function browserLanguage(): LanguageCode {
  return navigator.language.toLowerCase().split("-")[0] ?? "en";
}

class Preferences {
  #chosen = $state<LanguageCode | null>(null);
  #ofTable = $state<LanguageCode | null>(null);
  theme = $state<Theme>("dark");
  isMuted = $state(false);
  /** Whether this screen speaks for the umpire. */
  isSpoken = $state(false);
  readonly isKiosk: boolean;
  /** Every game is drawn plainly, also where it has a scene of its own. */
  readonly isPlain: boolean;

  constructor() {
    const asked = new URLSearchParams(location.search);
    const before = kept();
    const language = asked.get("lang");
    this.#chosen = language ?? before.language;
    const theme = asked.get("theme");
    this.theme = theme === "dark" || theme === "light" ? theme : before.theme;
    this.isMuted = before.isMuted;
    this.isSpoken = before.isSpoken;
    this.isKiosk = asked.has("kiosk");
    this.isPlain = asked.has("plain");
  }

  /** Chosen here, else the table's own, else the browser's. */
  get language(): LanguageCode {
    return this.#chosen ?? this.#ofTable ?? browserLanguage();
  }

  chooseLanguage(code: LanguageCode): void {
    this.#chosen = code;
    this.#keep();
  }

  followTable(code: LanguageCode): void {
    this.#ofTable = code;
  }

  chooseTheme(theme: Theme): void {
    this.theme = theme;
    this.#keep();
    this.show();
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.#keep();
  }

  speak(isSpoken: boolean): void {
    this.isSpoken = isSpoken;
    this.#keep();
  }

  /** Night unless somebody wants the day: the book is read in the evening. */
  show(): void {
    const isDay = matchMedia("(prefers-color-scheme: light)").matches;
    const shown = this.theme === "auto" ? (isDay ? "light" : "dark") : this.theme;
    document.documentElement.dataset.theme = shown;
  }

  #keep(): void {
    const kept: Kept = {
      language: this.#chosen,
      theme: this.theme,
      isMuted: this.isMuted,
      isSpoken: this.isSpoken,
    };
    localStorage.setItem(KEY, JSON.stringify(kept));
  }
}

export const preferences = new Preferences();
