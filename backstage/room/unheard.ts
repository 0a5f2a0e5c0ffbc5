import type { GapCause, Input } from '#shared/contract/input.ts';

/** Since when nobody has listened for the show that is open, and why; nothing while somebody does. */
export class Unheard {
  #since: { cause: GapCause; from: number } | null = null;

  /** The first cause stands. */
  begin(cause: GapCause, from: number): void {
    this.#since ??= { cause, from };
  }

  forget(): void {
    this.#since = null;
  }

  /** What was missed until now as a gap, once; null when nothing was. */
  take(now: number): Input | null {
    const since = this.#since;
    this.#since = null;
    return since === null ? null : { kind: 'gap', at: now, ...since, until: now, detail: '' };
  }
}
