import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { REPLAY_PAGE } from '#shared/contract/calls/report.ts';
import type { Problem } from '#shared/contract/error.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { Checkpoints, ReplayLedger, ReplayLink } from './replayLink.ts';

export const replaySpeeds = [1, 2, 5, 10, 30, 60] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayState {
  /** `seeking` while inputs are read and folded up to a moment. */
  phase: 'opening' | 'seeking' | 'ready' | 'failed';
  problem: Problem | null;
  /** First, last and shown moment of the show (ms). */
  from: number;
  until: number;
  at: number;
  playing: boolean;
  speed: ReplaySpeed;
}

/**
 * Replays a past show on its own link. It folds the stored inputs again, so every screen shows the same as during the
 * show. The current backstage only reads stored data; the open show does not change.
 */
export class Replay {
  readonly store: StoreApi<ReplayState> = createStore(() => ({
    phase: 'opening',
    problem: null,
    from: 0,
    until: 0,
    at: 0,
    playing: false,
    speed: 1,
  }));
  readonly link: ReplayLink;
  readonly #showId: string;
  readonly #live: Pick<BackstageLink, 'call'>;
  readonly #checkpoints = new Checkpoints();
  #state: GameState = createState();
  #ledger = new ReplayLedger();
  /** Inputs that were read and not folded yet. */
  #ahead: StoredInput[] = [];
  #lastSeq = 0;
  /** Time of the last folded input (ms). */
  #foldedAt = Number.NEGATIVE_INFINITY;
  /** Increased by each seek; a seek with an older number stops. */
  #seekNumber = 0;
  /** Whether a tick is reading inputs. */
  #ticking = false;

  /** `startAt` is the moment to play from (ms), limited to the show's time span; 0 shows the beginning, paused. */
  constructor(showId: string, live: Pick<BackstageLink, 'call'>, startAt = 0) {
    this.#showId = showId;
    this.store.setState({ at: startAt, playing: startAt > 0 });
    this.#live = live;
    this.link = new ReplayLink(
      () => ({ showId: this.#showId, state: this.#state, ledger: this.#ledger }),
      live,
    );
  }

  /** Reads the time span of the show and shows its beginning; after a failure, shows the last moment again. */
  async open(): Promise<void> {
    try {
      const { from, until, seq } = await this.#live.call('replay.open', { showId: this.#showId });
      this.#lastSeq = seq;
      const { at } = this.store.getState();
      this.store.setState({ from, until, problem: null });
      await this.seek(at);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows the moment `at` (ms). A later call cancels this one. */
  async seek(at: number): Promise<void> {
    const { from, until } = this.store.getState();
    const wanted = Math.min(Math.max(at, from), until);
    this.#seekNumber += 1;
    const seek = this.#seekNumber;
    this.store.setState({ phase: 'seeking', at: wanted });
    try {
      this.#restoreCheckpoint(wanted);
      while (seek === this.#seekNumber) {
        if (!(await this.#foldUntil(wanted, seek))) break;
      }
    } catch (error) {
      if (seek === this.#seekNumber) this.#fail(error);
      return;
    }
    if (seek !== this.#seekNumber) return;
    this.link.pushTime(wanted);
    this.link.reload();
    this.store.setState({ phase: 'ready' });
  }

  play(on: boolean): void {
    const { at, until } = this.store.getState();
    if (on && at >= until) void this.seek(this.store.getState().from);
    this.store.setState({ playing: on });
  }

  setSpeed(speed: ReplaySpeed): void {
    this.store.setState({ speed });
  }

  /** Call often while the replay is on screen. `elapsed` is the real time since the last call (ms). */
  async tick(elapsed: number): Promise<void> {
    const { phase, playing, speed, until, at } = this.store.getState();
    if (!playing || phase !== 'ready' || this.#ticking) return;
    const wanted = Math.min(until, at + elapsed * speed);
    const seek = this.#seekNumber;
    this.#ticking = true;
    try {
      const folded: StoredInput[] = [];
      while (seek === this.#seekNumber && (await this.#foldUntil(wanted, seek, folded)));
      if (seek !== this.#seekNumber) return;
      this.link.pushTime(wanted);
      this.link.pushInputs(this.#showId, folded);
      this.store.setState({ at: wanted, playing: wanted < until });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#ticking = false;
    }
  }

  close(): void {
    this.#seekNumber += 1;
    this.store.setState({ playing: false });
    this.link.close();
  }

  /** Restores the newest checkpoint at or before a moment, unless the current state is nearer to that moment. */
  #restoreCheckpoint(at: number): void {
    const checkpoint = this.#checkpoints.before(at);
    const last = this.#state.seq > 0 ? this.#foldedAt : Number.NEGATIVE_INFINITY;
    if (last <= at && (checkpoint === null || checkpoint.seq <= this.#state.seq)) return;
    this.#state = checkpoint === null ? createState() : checkpoint.restore();
    this.#ledger = new ReplayLedger(checkpoint?.rows ?? []);
    this.#foldedAt = checkpoint?.at ?? Number.NEGATIVE_INFINITY;
    this.#ahead = [];
  }

  /**
   * Folds the inputs that were read, up to a moment, and adds them to `folded`. Then reads the next page if the moment
   * is not reached. Returns false if it is reached.
   */
  async #foldUntil(at: number, seek: number, folded?: StoredInput[]): Promise<boolean> {
    let count = 0;
    for (const stored of this.#ahead) {
      if (stored.input.at > at) break;
      fold(this.#state, stored.seq, stored.input, this.#ledger);
      this.#foldedAt = Math.max(this.#foldedAt, stored.input.at);
      this.#checkpoints.add(this.#state, this.#ledger, this.#foldedAt);
      folded?.push(stored);
      count += 1;
    }
    this.#ahead = this.#ahead.slice(count);
    if (this.#ahead.length > 0 || this.#state.seq >= this.#lastSeq) return false;
    const after = this.#state.seq;
    const page = { showId: this.#showId, after, limit: REPLAY_PAGE };
    const { inputs } = await this.#live.call('replay.inputs', page);
    // Another seek has changed the state during the read, so this page is no longer the next one.
    if (seek !== this.#seekNumber) return false;
    this.#ahead = inputs;
    return inputs.length > 0;
  }

  #fail(error: unknown): void {
    this.store.setState({ phase: 'failed', playing: false, problem: problemOf(error) });
  }
}
