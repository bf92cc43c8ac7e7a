/** The words of the page: the table sends them, from the same Fluent files that it speaks from. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { apiAddress } from "./api";
import { preferences } from "./preferences.svelte";
import type { LanguageCode, Text } from "./wire";

/** The languages that were fetched so far; another one takes a moment. */
let bundles = $state.raw<Partial<Record<LanguageCode, FluentBundle>>>({});

/** Fetch the words of a language, unless they are here; false if the table has none. */
export async function loadWords(code: LanguageCode): Promise<boolean> {
  if (bundles[code]) return true;
  const answer = await fetch(apiAddress(`/api/v1/words/${code}`)).catch(() => null);
  if (!answer?.ok) return false;
  const bundle = new FluentBundle(code, { useIsolating: false });
  bundle.addResource(new FluentResource(await answer.text()));
  bundles = { ...bundles, [code]: bundle };
  return true;
}

/** Until the chosen language has come, the page stays in the one it has. */
function bundleNow(): FluentBundle | undefined {
  return bundles[preferences.language] ?? Object.values(bundles)[0];
}

/** In French a double sign never stands alone at the beginning of a line. */
function typeset(text: string): string {
  if (preferences.language !== "fr") return text;
  return text
    .replace(/ (?=[;!?])/g, "\u202f")
    .replace(/ (?=[:»])/g, "\u00a0")
    .replace(/« /g, "«\u00a0");
}

/** The message of this name in the language of the page, its words filled in. */
export function t(message: string, words: Record<string, FluentVariable> = {}): string {
  const bundle = bundleNow();
  const found = bundle?.getMessage(message)?.value;
  return bundle && found ? typeset(bundle.formatPattern(found, words)) : message;
}

export function hasMessage(message: string): boolean {
  return bundleNow()?.hasMessage(message) ?? false;
}

/** Whose names the cards of the game under way have, where its editions print different ones. */
export const printed = $state({ names: "a" });

/** The word for a thing of a game, such as the face `eye`; its bare name if there is none. */
export function term(game: string, kind: string, name: string): string {
  const message = `${game}-${kind}-${name}`;
  return hasMessage(message) ? t(message, { names: printed.names }) : name;
}

/** A message of the page (`ui-NAME`), or what this game says in its place (`GAME-NAME`). */
export function own(game: string | undefined, message: string): string {
  const itself = `${game ?? ""}${message.slice("ui".length)}`;
  return t(hasMessage(itself) ? itself : message);
}

/** What the table composed, in the language of the page. */
export function say(text: Text | null | undefined): string {
  return text ? typeset(text[preferences.language] ?? Object.values(text)[0] ?? "") : "";
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(preferences.language) + text.slice(1);
}

export function listing(items: string[]): string {
  return new Intl.ListFormat(preferences.language, { type: "conjunction" }).format(items);
}

/** A number with so many digits after the sign that this language puts there. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(preferences.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The name of a game; most are called the same everywhere. */
export function gameTitle(game: { name: string; title: string }): string {
  const message = `${game.name}-title`;
  return hasMessage(message) ? t(message) : game.title;
}

/** A named variant of a game, such as "base, digital gold". */
export function variantName(game: string, variant: string): string {
  const message = `${game}-variant-${variant.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  return hasMessage(message) ? t(message) : variant;
}

export function day(time: string): string {
  const style: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(preferences.language, style).format(Date.parse(time));
}

/** What a language calls itself. */
export function languageName(code: LanguageCode): string {
  return capital(new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code);
}
