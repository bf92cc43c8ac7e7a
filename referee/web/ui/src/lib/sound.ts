/** Short sounds made on the spot: no files, nothing to fetch. */
import { preferences } from "./preferences.svelte";

type SoundName = "knock" | "turn" | "drum" | "crash" | "coin" | "ask" | "no" | "fanfare";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (preferences.isMuted) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "closed" ? null : context;
}

type Note = { hz: number; atS: number; lengthS: number; level?: number; wave?: OscillatorType };

function note(
  audio: AudioContext,
  { hz, atS, lengthS, level = 0.18, wave = "triangle" }: Note,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + atS;
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(hz, start);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(level, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + lengthS + 0.02);
}

function noise(audio: AudioContext, atS: number, lengthS: number, level: number, hz: number): void {
  const samples = Math.ceil(audio.sampleRate * lengthS);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index += 1) {
    data[index] = (Math.random() * 2 - 1) * (1 - index / samples) ** 2;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = hz;
  gain.gain.value = level;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + atS);
}

const SOUNDS: Record<SoundName, (audio: AudioContext, pitch: number) => void> = {
  knock: (audio) => {
    noise(audio, 0, 0.07, 0.5, 900);
    noise(audio, 0.09, 0.05, 0.3, 700);
  },
  turn: (audio) => {
    note(audio, { hz: 523, atS: 0, lengthS: 0.18 });
    note(audio, { hz: 784, atS: 0.09, lengthS: 0.3 });
  },
  drum: (audio, pitch) => {
    note(audio, { hz: 92 + 22 * pitch, atS: 0, lengthS: 0.4, level: 0.5, wave: "sine" });
    noise(audio, 0, 0.09, 0.4, 500);
  },
  crash: (audio) => {
    noise(audio, 0, 1.2, 0.9, 1400);
    for (let hit = 0; hit < 7; hit += 1) noise(audio, 0.08 + hit * 0.11, 0.08, 0.5, 1100);
    note(audio, { hz: 70, atS: 0, lengthS: 0.9, level: 0.5, wave: "sine" });
  },
  coin: (audio) => {
    note(audio, { hz: 1318, atS: 0, lengthS: 0.12, level: 0.1, wave: "square" });
    note(audio, { hz: 1760, atS: 0.06, lengthS: 0.25, level: 0.1, wave: "square" });
  },
  ask: (audio) => {
    note(audio, { hz: 659, atS: 0, lengthS: 0.16 });
    note(audio, { hz: 587, atS: 0.13, lengthS: 0.26 });
  },
  no: (audio) => note(audio, { hz: 196, atS: 0, lengthS: 0.28, level: 0.25 }),
  fanfare: (audio) => {
    [523, 659, 784, 1046].forEach((hz, step) => {
      note(audio, { hz, atS: step * 0.13, lengthS: 0.5, level: 0.2 });
    });
  },
};

/** Play a sound; `pitch` counts upwards from 0. Silence is never an error. */
export function play(name: SoundName, pitch = 0): void {
  try {
    const audio = ready();
    if (audio) SOUNDS[name](audio, pitch);
  } catch {
    // A browser without sound, or before the first touch.
  }
}
