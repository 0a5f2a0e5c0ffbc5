import { cues, isOwnSound, type SoundSettings } from '../contract/sound.ts';
import { type AnyCue, GIVES_WAY_TO, SoundLimiter } from './limiter.ts';
import { renderSound } from './ownSounds.ts';

interface SoundBuffer {
  /** Seconds. */
  readonly duration: number;
  copyToChannel(samples: Float32Array<ArrayBuffer>, channel: number): void;
}

/** What the player uses of an `AudioContext` or an `OfflineAudioContext`. */
export interface SoundOutput {
  readonly state: string;
  readonly sampleRate: number;
  readonly destination: object;
  resume(): Promise<void>;
  createBuffer(channels: number, length: number, sampleRate: number): SoundBuffer;
  decodeAudioData(bytes: ArrayBuffer): Promise<SoundBuffer>;
  createBufferSource(): { buffer: SoundBuffer | null; connect(to: object): unknown; start(): void };
  createGain(): { gain: { value: number }; connect(to: object): unknown };
}

interface PlayerDeps {
  /** Creates the output when the first sound is needed. */
  open(): SoundOutput;
  /** Reads a file of the host. */
  read(id: string): Promise<ArrayBuffer>;
  /** A clock (ms). */
  now(): number;
}

/** A sound that is ready later than this (ms) is dropped: it would not fit what is shown by then. */
const LATE_MS = 1500;

/** Plays the sounds of cues. A sound that cannot be played is left out, without an error. */
export class SoundPlayer {
  readonly #deps: PlayerDeps;
  readonly #limiter = new SoundLimiter();
  readonly #sounds = new Map<string, Promise<SoundBuffer>>();
  /** Cues whose sound is not ready yet. A page that may not play waits for a click, perhaps for hours. */
  readonly #waiting = new Set<AnyCue>();
  #output: SoundOutput | null = null;

  constructor(deps: PlayerDeps) {
    this.#deps = deps;
  }

  /** Loads the sounds of the settings and these files, so that each begins at once. */
  prepare(settings: SoundSettings, files: readonly string[] = []): void {
    if (!settings.on) return;
    const { gift, leadChange, lastTen, roundEnd, resurrection, win } = settings;
    for (const choice of [gift, leadChange, lastTen, roundEnd, resurrection, win, ...files]) {
      if (choice !== '') this.#load(choice).catch(() => {});
    }
    this.#resume().catch(() => {});
  }

  /**
   * Plays the sound of a cue, if the settings have one and the limits allow it. `file` is the id of a file that is played
   * in its place. A cue that the settings do not know has that file only.
   */
  async play(cue: AnyCue, settings: SoundSettings, file?: string): Promise<void> {
    const own = cues.find((each) => each === cue);
    const isSilenced = own !== undefined && settings[own] === '';
    const choice = isSilenced ? '' : (file ?? (own === undefined ? '' : settings[own]));
    if (!settings.on || choice === '' || settings.volume === 0) return;
    const asked = this.#deps.now();
    const other = GIVES_WAY_TO[cue];
    if (other !== undefined && this.#waiting.has(other)) return;
    if (this.#waiting.has(cue) || !this.#limiter.allows(cue, asked)) return;
    this.#waiting.add(cue);
    try {
      const sound = await this.#load(choice);
      await this.#resume();
      const now = this.#deps.now();
      if (now - asked > LATE_MS || !this.#limiter.allows(cue, now)) return;
      this.#limiter.start(cue, now, sound.duration * 1000);
      this.#start(sound, settings.volume);
    } catch {
      // Viewers must not see an error because of a sound.
    } finally {
      this.#waiting.delete(cue);
    }
  }

  /** Plays a sound at once, without limits. Rejects if that fails. */
  async tryOut(choice: string, volume: number): Promise<void> {
    const sound = await this.#load(choice);
    await this.#resume();
    this.#start(sound, volume);
  }

  #start(sound: SoundBuffer, volume: number): void {
    const output = this.#opened();
    const source = output.createBufferSource();
    const gain = output.createGain();
    // Loudness is not linear: half of the slider sounds like half.
    gain.gain.value = (volume / 100) ** 2;
    source.buffer = sound;
    source.connect(gain);
    gain.connect(output.destination);
    source.start();
  }

  #load(choice: string): Promise<SoundBuffer> {
    const known = this.#sounds.get(choice);
    if (known !== undefined) return known;
    const loading = this.#read(choice);
    this.#sounds.set(choice, loading);
    // Try a file again later.
    loading.catch(() => this.#sounds.delete(choice));
    return loading;
  }

  async #read(choice: string): Promise<SoundBuffer> {
    const output = this.#opened();
    if (!isOwnSound(choice)) return await output.decodeAudioData(await this.#deps.read(choice));
    const samples = renderSound(choice, output.sampleRate);
    const buffer = output.createBuffer(1, samples.length, output.sampleRate);
    buffer.copyToChannel(samples, 0);
    return buffer;
  }

  /** Waits until the browser lets the page play. A plain browser does so after a click only. */
  async #resume(): Promise<void> {
    const output = this.#opened();
    if (output.state === 'suspended') await output.resume();
  }

  #opened(): SoundOutput {
    this.#output ??= this.#deps.open();
    return this.#output;
  }
}
