import type { CallResult, StoredInput } from '#shared/contract/backstage.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { restore, unpackSnapshot } from '#shared/game/serialise.ts';

import { Listeners, ThrottledListeners } from '../platform/listeners.ts';
import type { BackstageLink } from '../platform/platform.ts';
import { type RowEvent, RowRing } from './rowRing.ts';

/** `waiting` for the link, `joining` until the state arrives, `following` a show, `none` if no show is open. */
export type EnginePhase = 'waiting' | 'joining' | 'following' | 'none';

export interface EngineOptions {
  link: BackstageLink;
  /** Runs a task before the next frame is painted. */
  nextFrame(task: () => void): void;
  /** A clock in ms, to measure the rate of inputs. */
  now(): number;
  /** Runs a task after `ms`. */
  after(ms: number, task: () => void): void;
}

const RETRY_MS = 1_000;
/** Above this number of inputs per ms, the engine publishes in every second frame only. */
const BUSY = 0.5;
/** Up to this number of inputs, the engine publishes in the next frame at any rate. */
const FEW = 8;
/** Interval (ms) for sums. Nobody can read faster changes. */
const SUMS_MS = 100;

/**
 * Computes the state of the open show: loads a snapshot and folds every later input in order. The state changes in
 * place. At most once per frame, `revision` rises and the listeners are called. If an input is missing in the sequence,
 * the engine subscribes again and gets the missing inputs.
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
  /** The epoch at the last publication. */
  #publishedEpoch = 0;
  #framePending = false;
  /** The number of inputs that were folded since the last publication, and the time of that publication (ms). */
  #folded = 0;
  #publishedAt = 0;
  /** The number of the latest subscription. Answers to earlier ones are ignored. */
  #joining = 0;
  /** Pushes that arrived while joining. They are folded after the snapshot. */
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
      else if (push.push === 'show' && push.showId !== this.#showId && this.#phase !== 'waiting') {
        this.#leave();
        this.#join();
      }
    });
    if (options.link.state.phase === 'open') this.#join();
  }

  /** The state at `revision`. It changes in place: do not write to it, and do not keep references to its parts. */
  get state(): GameState {
    return this.#state;
  }

  get showId(): string | null {
    return this.#showId;
  }

  get phase(): EnginePhase {
    return this.#phase;
  }

  /** True if the backstage is connected but the show could not be loaded. The engine keeps retrying. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Increases by one with each publication. */
  get revision(): number {
    return this.#revision;
  }

  /** Increases when a snapshot replaces the state. Data derived from row events must then be loaded again. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Subscribes to new revisions, at most one per frame. */
  subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /**
   * Like `subscribe`, but throttled to ten calls a second; a replaced state is published at once. For sums, so that all
   * of them change at the same time.
   */
  subscribeSums = (listener: () => void): (() => void) => this.#sumListeners.add(listener);

  /** Subscribes to the row events of each publication, oldest first. Called before the listeners of `subscribe`. */
  onRows(listener: (events: RowEvent[]) => void): () => void {
    return this.#rowListeners.add(listener);
  }

  /** Returns the row events after `seq`; null if they are no longer stored and the ledger must be loaded again. */
  recentSince(seq: number): RowEvent[] | null {
    return this.#ring.since(seq);
  }

  #wait(): void {
    this.#joining += 1;
    this.#held = [];
    this.#failing = false;
    this.#setPhase('waiting');
  }

  /** Clears the state at once: the numbers of the former show must not appear beside the name of the next room. */
  #leave(): void {
    if (this.#showId === null) return;
    this.#showId = null;
    this.#replace(createState());
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
        // After a lost link, `onState` joins again. Retry only if the backstage rejected the call.
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
    // Publish in the next frame, however busy the former show was.
    this.#folded = 0;
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
      // In a busy room every number changes with every frame. Half the rate is as readable and costs less.
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
    if (this.#epoch === this.#publishedEpoch) this.#sumListeners.notify();
    else this.#sumListeners.notifyNow();
    this.#publishedEpoch = this.#epoch;
  }
}
