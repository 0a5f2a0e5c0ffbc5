/**
 * How much is drawn. It falls by itself where frames take too long, because an effect must never cost the
 * stream its frames; it rises again after a while, and later each time, so that it does not swing.
 */
export interface Quality {
  /** Canvas pixels per CSS pixel of what moves. */
  resolution: number;
  /** Part of the particles. */
  amount: number;
  /** Of so many display frames one is drawn. */
  every: number;
}

export const qualities: readonly [Quality, ...Quality[]] = [
  { resolution: 0.4, amount: 0.35, every: 2 },
  { resolution: 0.5, amount: 0.6, every: 2 },
  { resolution: 0.5, amount: 0.8, every: 1 },
  { resolution: 0.75, amount: 1, every: 1 },
];

/** ms a frame may take before it counts as slow, and that drawing may take of it. */
const SLOW_FRAME = 24;
const SLOW_DRAWING = 7;
/** Slow frames of the last ones that bring it down. */
const WINDOW = 30;
const TOO_MANY = 15;
/** ms of good frames before it rises, at first and at most. */
const FIRST_WAIT = 20_000;
const LONGEST_WAIT = 600_000;
/** A longer pause is a hidden page, not a slow one. */
const PAUSE = 1000;

export class QualityGovernor {
  private level = qualities.length - 1;
  private frames = 0;
  private slow = 0;
  private good = 0;
  private wait = FIRST_WAIT;

  get quality(): Quality {
    return qualities[this.level] ?? qualities[0];
  }

  /** Tells it of one frame: ms since the last one, ms that drawing took. True when the quality has changed. */
  frame(interval: number, drawing: number): boolean {
    if (interval > PAUSE) return false;
    const isSlow = drawing > SLOW_DRAWING || interval > SLOW_FRAME;
    this.frames++;
    if (isSlow) this.slow++;
    this.good = isSlow ? 0 : this.good + interval;
    if (this.slow >= TOO_MANY) return this.fall();
    if (this.frames >= WINDOW) this.forget();
    if (this.good < this.wait || this.level === qualities.length - 1) return false;
    this.level++;
    this.good = 0;
    this.forget();
    return true;
  }

  private fall(): boolean {
    this.forget();
    if (this.level === 0) return false;
    this.level--;
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    return true;
  }

  private forget(): void {
    this.frames = 0;
    this.slow = 0;
  }
}
