import type { OwnSound } from '../contract/sound.ts';

/** One tone of a sound. */
interface Tone {
  /** Start (s). */
  at: number;
  /** Hz. */
  pitch: number;
  /** Pitch at the end (Hz), if it glides. */
  to?: number;
  /** Time (s) until the tone is silent. */
  length: number;
  /** Loudness of the partials from the lowest one: [multiple of the pitch, loudness]. */
  partials: readonly (readonly [number, number])[];
  /** Time (s) until the tone is at its loudest. */
  attack?: number;
}

const soft = [
  [1, 1],
  [2, 0.18],
] as const;
const bell = [
  [1, 1],
  [2.76, 0.4],
  [5.4, 0.18],
] as const;
const brass = [
  [1, 1],
  [2, 0.6],
  [3, 0.4],
  [4, 0.22],
  [5, 0.1],
] as const;
const metal = [
  [1, 1],
  [1.48, 0.6],
  [2.1, 0.45],
  [2.9, 0.3],
  [4.3, 0.16],
] as const;

/** The sounds of Ringside as tones. They are rendered where they are played, so that there are no files. */
const tonesOf: Readonly<Record<OwnSound, readonly Tone[]>> = {
  spark: [
    { at: 0, pitch: 1318.5, length: 0.35, partials: bell },
    { at: 0.07, pitch: 1760, length: 0.35, partials: bell },
    { at: 0.14, pitch: 2637, length: 0.6, partials: bell },
  ],
  rise: [
    { at: 0, pitch: 392, to: 784, length: 0.45, partials: soft, attack: 0.05 },
    { at: 0.26, pitch: 987.8, length: 0.4, partials: soft },
  ],
  tick: [
    { at: 0, pitch: 1046.5, length: 0.09, partials: soft },
    { at: 0.25, pitch: 1046.5, length: 0.09, partials: soft },
    { at: 0.5, pitch: 1396.9, length: 0.16, partials: soft },
  ],
  gong: [{ at: 0, pitch: 146.8, to: 143, length: 2.4, partials: metal, attack: 0.012 }],
  bloom: [
    { at: 0, pitch: 523.3, length: 1.1, partials: soft, attack: 0.12 },
    { at: 0.16, pitch: 659.3, length: 1.1, partials: soft, attack: 0.12 },
    { at: 0.32, pitch: 784, length: 1.2, partials: soft, attack: 0.12 },
    { at: 0.48, pitch: 1046.5, length: 1.3, partials: bell, attack: 0.1 },
  ],
  fanfare: [
    { at: 0, pitch: 523.3, length: 0.22, partials: brass, attack: 0.02 },
    { at: 0.16, pitch: 523.3, length: 0.2, partials: brass, attack: 0.02 },
    { at: 0.32, pitch: 659.3, length: 0.26, partials: brass, attack: 0.02 },
    { at: 0.52, pitch: 784, length: 1.1, partials: brass, attack: 0.03 },
    { at: 0.52, pitch: 1046.5, length: 1.1, partials: brass, attack: 0.03 },
  ],
  chime: [
    { at: 0, pitch: 880, length: 0.7, partials: bell },
    { at: 0.2, pitch: 659.3, length: 1, partials: bell },
  ],
  drop: [{ at: 0, pitch: 900, to: 320, length: 0.22, partials: soft }],
};

/** The loudest sample of each sound. */
const PEAK = 0.8;
const ATTACK = 0.006;

/** Renders a sound as mono samples from -1 to 1. */
export function renderSound(name: OwnSound, sampleRate: number): Float32Array<ArrayBuffer> {
  const tones = tonesOf[name];
  const seconds = Math.max(...tones.map(({ at, length }) => at + length));
  const samples = new Float32Array(Math.ceil(seconds * sampleRate));
  for (const tone of tones) addTone(samples, tone, sampleRate);
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return samples.map((sample) => (sample * PEAK) / loudest);
}

function addTone(samples: Float32Array, tone: Tone, sampleRate: number): void {
  const { at, pitch, to = pitch, length, partials, attack = ATTACK } = tone;
  const first = Math.floor(at * sampleRate);
  const count = Math.floor(length * sampleRate);
  for (let index = 0; index < count; index += 1) {
    const time = index / sampleRate;
    // The integral of a pitch that glides evenly.
    const cycles = pitch * time + ((to - pitch) * time * time) / (2 * length);
    const rest = 1 - time / length;
    const loudness = Math.min(1, time / attack) * rest * rest;
    let sum = 0;
    for (const [multiple, part] of partials) {
      // Partials above half of the sample rate would sound as other tones.
      if (pitch * multiple < sampleRate / 2) sum += part * Math.sin(2 * Math.PI * cycles * multiple);
    }
    samples[first + index] = (samples[first + index] ?? 0) + sum * loudness;
  }
}
