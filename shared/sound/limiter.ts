import type { Cue } from '../contract/sound.ts';
import type { ExtraCue } from './packSounds.ts';

/** A cue, or one that only packs have. */
export type AnyCue = Cue | ExtraCue;

/** The shortest time (ms) between two sounds of one cue. */
export const CUE_PAUSE_MS: Readonly<Record<AnyCue, number>> = {
  gift: 4000,
  leadChange: 8000,
  lastTen: 5000,
  roundEnd: 5000,
  resurrection: 5000,
  win: 5000,
  level1: 8000,
  level2: 8000,
  level3: 8000,
  streak: 5000,
  breakthrough: 5000,
};
/** The most sounds at the same time. */
export const MOST_AT_ONCE = 2;

/** Which cue another gives way to: both come with the settlement of a battle, and only the win is heard. */
export const GIVES_WAY_TO: Readonly<Partial<Record<AnyCue, AnyCue>>> = { streak: 'win' };
/** How long (ms) before it that cue may have begun. */
const TOGETHER_MS = 2000;

/** Limits sounds, so that a storm of gifts is one sound and not a hundred. A refused sound is dropped, not delayed. */
export class SoundLimiter {
  readonly #startedAt = new Map<AnyCue, number>();
  #endings: number[] = [];

  /** Whether the sound of a cue may begin now. `now` and `length` are in ms. */
  allows(cue: AnyCue, now: number): boolean {
    const before = this.#startedAt.get(cue);
    // A clock that was set back must not silence the cue.
    if (before !== undefined && now >= before && now - before < CUE_PAUSE_MS[cue]) return false;
    const other = GIVES_WAY_TO[cue];
    const covered = other === undefined ? undefined : this.#startedAt.get(other);
    if (covered !== undefined && now >= covered && now - covered < TOGETHER_MS) return false;
    this.#endings = this.#endings.filter((end) => end > now);
    return this.#endings.length < MOST_AT_ONCE;
  }

  /** Notes that a sound of `length` ms has begun. */
  start(cue: AnyCue, now: number, length: number): void {
    this.#startedAt.set(cue, now);
    this.#endings.push(now + length);
  }
}
