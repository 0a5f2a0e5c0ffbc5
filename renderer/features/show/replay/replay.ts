import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { REPLAY_PAGE } from '#shared/contract/calls/replay.ts';
import type { Problem } from '#shared/contract/error.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { Checkpoints } from './checkpoints.ts';
import { ReplayLedger } from './replayLedger.ts';
import { ReplayLink } from './replayLink.ts';

export const replaySpeeds = [1, 2, 5, 10, 30, 60] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayState {
  /** `seeking` while the way to a moment is read. */
  phase: 'opening' | 'seeking' | 'ready' | 'failed';
  problem: Problem | null;
  /** ms of the show; `at` is the moment that is shown. */
  from: number;
  until: number;
  at: number;
  playing: boolean;
  speed: ReplaySpeed;
}

/**
 * Plays a past show again on a link of its own: its inputs are folded anew, so every screen shows what it showed
 * then. The show that is open now, and its backstage, are only asked for what they have on disk.
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
  /** Inputs that were read and not played yet. */
  #ahead: StoredInput[] = [];
  #lastSeq = 0;
  /** Raised by each seek, so that an overtaken one stops. */
  #turn = 0;
  #moving = false;

  constructor(showId: string, live: Pick<BackstageLink, 'call'>) {
    this.#showId = showId;
    this.#live = live;
    this.link = new ReplayLink(
      () => ({ showId: this.#showId, state: this.#state, ledger: this.#ledger }),
      live,
    );
  }

  /** Finds out what there is to play, and shows its beginning; after a failure, where it was. */
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

  /** Shows the moment `at` (ms of the show). A later seek overtakes this one. */
  async seek(at: number): Promise<void> {
    const { from, until } = this.store.getState();
    const wanted = Math.min(Math.max(at, from), until);
    this.#turn += 1;
    const turn = this.#turn;
    this.store.setState({ phase: 'seeking', at: wanted });
    try {
      this.#goBack(wanted);
      while (turn === this.#turn) {
        if (!(await this.#playUntil(wanted, turn))) break;
      }
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
      return;
    }
    if (turn !== this.#turn) return;
    this.link.tellTime(wanted);
    this.link.jump();
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

  /** To be called often while it is on screen, with the ms that have gone by on this device. */
  async tick(elapsed: number): Promise<void> {
    const { phase, playing, speed, until, at } = this.store.getState();
    if (!playing || phase !== 'ready' || this.#moving) return;
    const wanted = Math.min(until, at + elapsed * speed);
    const turn = this.#turn;
    this.#moving = true;
    try {
      const told: StoredInput[] = [];
      while (turn === this.#turn && (await this.#playUntil(wanted, turn, told)));
      if (turn !== this.#turn) return;
      this.link.tellTime(wanted);
      this.link.tellInputs(this.#showId, told);
      this.store.setState({ at: wanted, playing: wanted < until });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#moving = false;
    }
  }

  close(): void {
    this.#turn += 1;
    this.store.setState({ playing: false });
    this.link.close();
  }

  /** To the nearest known state at or before a moment, unless the present one is nearer. */
  #goBack(at: number): void {
    const known = this.#checkpoints.before(at);
    const last = this.#state.seq > 0 ? this.#playedAt : Number.NEGATIVE_INFINITY;
    if (last <= at && (known === null || known.seq <= this.#state.seq)) return;
    this.#state = known === null ? createState() : known.restore();
    this.#ledger = new ReplayLedger(known?.rows ?? []);
    this.#playedAt = known?.at ?? Number.NEGATIVE_INFINITY;
    this.#ahead = [];
  }

  /** The time of the last input that was played. */
  #playedAt = Number.NEGATIVE_INFINITY;

  /** Plays what has been read, up to a moment, or reads on. False when that moment is reached. */
  async #playUntil(at: number, turn: number, told?: StoredInput[]): Promise<boolean> {
    let played = 0;
    for (const stored of this.#ahead) {
      if (stored.input.at > at) break;
      fold(this.#state, stored.seq, stored.input, this.#ledger);
      this.#playedAt = Math.max(this.#playedAt, stored.input.at);
      this.#checkpoints.take(this.#state, this.#ledger, this.#playedAt);
      told?.push(stored);
      played += 1;
    }
    this.#ahead = this.#ahead.slice(played);
    if (this.#ahead.length > 0 || this.#state.seq >= this.#lastSeq) return false;
    const after = this.#state.seq;
    const page = { showId: this.#showId, after, limit: REPLAY_PAGE };
    const { inputs } = await this.#live.call('replay.inputs', page);
    // Another seek has moved on meanwhile: this page is not the one that comes next any more.
    if (turn !== this.#turn) return false;
    this.#ahead = inputs;
    return inputs.length > 0;
  }

  #fail(error: unknown): void {
    this.store.setState({ phase: 'failed', playing: false, problem: problemOf(error) });
  }
}
