import { Player, type PlayerOptions } from '#backstage/rehearsal/platform/room.ts';

interface SimulatedPlayerOptions extends PlayerOptions {
  /** Whether events are played as fast as the clients accept them, instead of by the clock. */
  unpaced(): boolean;
  /** Whether all clients can take more events. */
  ready(): boolean;
}

/** Most events in one turn of an unpaced show. */
const SLICE = 100;
/** Interval at which an unpaced show checks whether its clients are ready, ms. */
const RETRY_MS = 20;

/** A player that can be paused, and that can play as fast as the clients accept events. */
export class SimulatedPlayer extends Player {
  declare protected readonly options: SimulatedPlayerOptions;
  #pausedAt = 0;

  constructor(options: SimulatedPlayerOptions) {
    super(options);
  }

  pause(): void {
    if (this.state !== 'playing') return;
    this.state = 'paused';
    this.#pausedAt = this.options.now();
    this.cancel();
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.state = 'playing';
    this.startedAt += this.options.now() - this.#pausedAt;
    this.wake();
  }

  override catchUp(): void {
    if (!this.options.unpaced()) super.catchUp();
  }

  protected override play(): void {
    if (!this.options.unpaced()) super.play();
    else if (!this.options.ready()) this.after(RETRY_MS);
    else if (this.emit(Number.POSITIVE_INFINITY, SLICE) === SLICE) this.wake();
  }
}
