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

/** ms that drawing may take of a frame. */
const SLOW_DRAWING = 7;
/**
 * Streaming software draws a page 60 or 30 times a second; a frame is slow when it takes a quarter more than the
 * quick ones do, but never below the first (ms) and always above the second.
 */
const NEVER_SLOW = 24;
const ALWAYS_SLOW = 36;
const QUARTER_MORE = 1.25;
/** Frames that are looked at together, and how many of them may be slow. */
const WINDOW = 30;
const TOO_MANY = 15;
/** Of a window's frames in order, the one that counts as quick. */
const QUICK = 7;
/** ms of good frames before it rises, at first and at most. */
const FIRST_WAIT = 20_000;
const LONGEST_WAIT = 600_000;
/** A longer pause is a hidden page, not a slow one. */
const PAUSE = 1000;

interface Frame {
  interval: number;
  drawing: number;
}

export class QualityGovernor {
  private level = qualities.length - 1;
  private frames: Frame[] = [];
  private limit = NEVER_SLOW;
  private good = 0;
  private wait = FIRST_WAIT;

  get quality(): Quality {
    return qualities[this.level] ?? qualities[0];
  }

  /** Tells it of one frame: ms since the last one, ms that drawing took. True when the quality has changed. */
  frame(interval: number, drawing: number): boolean {
    if (interval > PAUSE) return false;
    const frame = { interval, drawing };
    this.frames.push(frame);
    this.good = this.isSlow(frame) ? 0 : this.good + interval;
    if (this.frames.length >= WINDOW) return this.judge();
    if (this.good < this.wait || this.level === qualities.length - 1) return false;
    this.level++;
    this.good = 0;
    return true;
  }

  private judge(): boolean {
    const quick = this.frames.map(({ interval }) => interval).sort((a, b) => a - b)[QUICK] ?? 0;
    this.limit = Math.max(NEVER_SLOW, Math.min(ALWAYS_SLOW, quick * QUARTER_MORE));
    const slow = this.frames.filter((frame) => this.isSlow(frame)).length;
    this.frames = [];
    if (slow < TOO_MANY || this.level === 0) return false;
    this.level--;
    this.good = 0;
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    return true;
  }

  private isSlow({ interval, drawing }: Frame): boolean {
    return drawing > SLOW_DRAWING || interval > this.limit;
  }
}
