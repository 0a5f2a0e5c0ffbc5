import type { CallResult, StoredInput } from '#shared/contract/backstage.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { unpackSnapshot } from '#shared/game/sentSnapshot.ts';
import { restore } from '#shared/game/serialise.ts';
import { Listeners, ThrottledListeners } from '../platform/listeners.ts';
import type { BackstageLink } from '../platform/platform.ts';
import { type RowEvent, RowRing } from './rowRing.ts';

/** `waiting` for the link, `joining` while the state is on its way, `none` when no show is open. */
export type EnginePhase = 'waiting' | 'joining' | 'following' | 'none';

export interface EngineOptions {
  link: BackstageLink;
  /** Runs a task before the next frame is painted. */
  nextFrame(task: () => void): void;
  /** ms, for how busy the room is. */
  now(): number;
  /** Runs a task after `ms`. */
  after(ms: number, task: () => void): void;
}

const RETRY_MS = 1_000;
/** Inputs a millisecond above which every second frame is left out; never for fewer than `FEW` at once. */
const BUSY = 0.5;
const FEW = 8;
/** A sum that changes more often than every so many ms cannot be read. */
const SUMS_MS = 100;

/**
 * Holds the state of the open show: a snapshot and every input after it, folded in order. The state changes
 * in place; `revision` rises and listeners are told at most once per frame. A gap in the numbers is never
 * folded over: what is missing is asked for.
 */
export class ShowEngine {
  readonly #options: EngineOptions;
  readonly #listeners = new Listeners<void>();
  readonly #sumListeners: ThrottledListeners;
  readonly #rowListeners = new Listeners<RowEvent[]>();
  readonly #ring = new RowRing();
  #state: GameState = createState();
  #showId: string | null = null;
  #phase: EnginePhase = 'waiting';
  #failing = false;
  #revision = 0;
  #epoch = 0;
  /** Of the last publication. */
  #toldEpoch = 0;
  #framePending = false;
  /** Inputs folded since the last publication, and when that was. */
  #folded = 0;
  #publishedAt = 0;
  /** Raised by each joining, so that the answer of an overtaken one is not used. */
  #joining = 0;
  /** Pushes that arrived while joining. */
  #held: { showId: string; inputs: StoredInput[] }[] = [];

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#sumListeners = new ThrottledListeners(SUMS_MS, options.after);
    options.link.onState((state) => {
      if (state.phase === 'open') this.#join();
      else this.#wait();
    });
    options.link.onPush((push) => {
      if (push.push === 'inputs') this.#receive(push);
      else if (push.push === 'show' && push.showId !== this.#showId && this.#phase !== 'waiting')
        this.#join();
    });
    if (options.link.state.phase === 'open') this.#join();
  }

  /** The state at `revision`. Read it, never write to it, and keep no part of it: it changes in place. */
  get state(): GameState {
    return this.#state;
  }

  get showId(): string | null {
    return this.#showId;
  }

  get phase(): EnginePhase {
    return this.#phase;
  }

  /** The backstage is there, and its show cannot be had or not be read; it is asked for again and again. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Rises by one with each publication. */
  get revision(): number {
    return this.#revision;
  }

  /** Rises when the state was replaced as a whole: what was derived from row events must be read anew. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Tells that there is a new revision, at most once per frame. */
  subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /**
   * Tells of revisions at most ten times a second, of the last one always, and at once of a state that was replaced.
   * For sums: they stand beside each other, so all of them change together.
   */
  subscribeSums = (listener: () => void): (() => void) => this.#sumListeners.add(listener);

  /** Tells the row events of each publication, oldest first, just before `subscribe`'s listeners. */
  onRows(listener: (events: RowEvent[]) => void): () => void {
    return this.#rowListeners.add(listener);
  }

  /** Row events after `seq`, or null when they are no longer kept and the ledger must be read anew. */
  recentSince(seq: number): RowEvent[] | null {
    return this.#ring.since(seq);
  }

  #wait(): void {
    this.#joining += 1;
    this.#held = [];
    this.#failing = false;
    this.#setPhase('waiting');
  }

  #join(): void {
    this.#joining += 1;
    const joining = this.#joining;
    this.#held = [];
    this.#setPhase('joining');
    const from = this.#showId === null ? {} : { showId: this.#showId, from: this.#state.seq };
    this.#options.link.call('show.subscribe', from).then(
      (answer) => {
        if (joining === this.#joining) this.#enter(answer);
      },
      () => {
        // A lost link joins anew by itself when it is back; a backstage that refuses is asked again.
        if (joining !== this.#joining || this.#options.link.state.phase !== 'open') return;
        this.#failing = true;
        this.#publishSoon();
        this.#options.after(RETRY_MS, () => {
          if (joining === this.#joining) this.#join();
        });
      },
    );
  }

  #enter(answer: CallResult<'show.subscribe'>): void {
    if (answer.snapshot !== null) this.#replace(restore(unpackSnapshot(answer.snapshot)));
    else if (answer.showId !== this.#showId) this.#replace(createState());
    this.#showId = answer.showId;
    this.#failing = false;
    this.#setPhase(answer.showId === null ? 'none' : 'following');
    const held = this.#held;
    this.#held = [];
    this.#fold(answer.inputs);
    for (const push of held) this.#receive(push);
  }

  #replace(state: GameState): void {
    this.#state = state;
    this.#epoch += 1;
    this.#ring.reset(state.seq);
    this.#publishSoon();
  }

  #receive(push: { showId: string; inputs: StoredInput[] }): void {
    if (this.#phase === 'joining') this.#held.push(push);
    else if (this.#phase === 'following' && push.showId === this.#showId) this.#fold(push.inputs);
  }

  #fold(inputs: StoredInput[]): void {
    for (const { seq, input } of inputs) {
      if (seq <= this.#state.seq) continue;
      if (seq > this.#state.seq + 1) {
        this.#join();
        break;
      }
      fold(this.#state, seq, input, this.#ring);
      this.#folded += 1;
    }
    this.#publishSoon();
  }

  #setPhase(phase: EnginePhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#publishSoon();
  }

  #publishSoon(): void {
    if (this.#framePending) return;
    this.#framePending = true;
    this.#options.nextFrame(() => {
      // A busy room changes every number on screen with every frame: half as often reads as well.
      const busy = this.#folded > Math.max(FEW, (this.#options.now() - this.#publishedAt) * BUSY);
      if (busy) this.#options.nextFrame(() => this.#publish());
      else this.#publish();
    });
  }

  #publish(): void {
    this.#framePending = false;
    this.#folded = 0;
    this.#publishedAt = this.#options.now();
    this.#revision += 1;
    const events = this.#ring.takeNew();
    if (events.length > 0) this.#rowListeners.notify(events);
    this.#listeners.notify();
    if (this.#epoch === this.#toldEpoch) this.#sumListeners.notify();
    else this.#sumListeners.notifyNow();
    this.#toldEpoch = this.#epoch;
  }
}
