/** The browser's own voice says what the umpire tells, on screens that want it. */
import type { LanguageCode, Told } from "./wire";

/** What these are about cannot wait, and what waits is stale by then. */
const AT_ONCE = new Set(["alarm", "countdown"]);
const MOST_WAITING = 3;

let waiting = 0;

export function canSpeak(): boolean {
  return "speechSynthesis" in window;
}

/** Whether there is a voice for this language; some browsers know no voice at all. */
export function hasVoice(language: LanguageCode): boolean {
  return (
    canSpeak() &&
    speechSynthesis.getVoices().some((voice) => voice.lang.toLowerCase().startsWith(language))
  );
}

/** Voices are looked for after the page was opened; told whenever some are found. */
export function onVoices(listener: () => void): () => void {
  if (!canSpeak()) return () => undefined;
  speechSynthesis.addEventListener("voiceschanged", listener);
  return () => speechSynthesis.removeEventListener("voiceschanged", listener);
}

export function speak(told: readonly Told[], language: LanguageCode, volume = 1): void {
  if (!canSpeak()) return;
  for (const each of told) {
    if (AT_ONCE.has(each.topic) || waiting >= MOST_WAITING) hush();
    say(each.text[language] ?? "", language, volume);
  }
}

export function hush(): void {
  if (!canSpeak()) return;
  speechSynthesis.cancel();
  waiting = 0;
}

function say(text: string, language: LanguageCode, volume: number): void {
  if (text === "") return;
  const sentence = new SpeechSynthesisUtterance(text);
  sentence.lang = language;
  sentence.volume = volume;
  sentence.onend = sentence.onerror = () => (waiting = Math.max(0, waiting - 1));
  waiting += 1;
  speechSynthesis.speak(sentence);
}
