/** How much an effect draws. */
export interface Quality {
  /** Canvas pixels per CSS pixel of the moving parts. */
  resolution: number;
  /** Share of the particles to draw. */
  amount: number;
  /** Draws one of this many frames of an effect, which has 30 a second. */
  every: number;
}

export const qualities: readonly [Quality, ...Quality[]] = [
  { resolution: 0.5, amount: 0.35, every: 2 },
  { resolution: 1, amount: 0.5, every: 2 },
  { resolution: 1, amount: 0.6, every: 1 },
  { resolution: 1, amount: 1, every: 1 },
];

/** A frame whose drawing takes longer (ms) is slow. */
const SLOW_DRAWING = 12;
/**
 * Streaming software draws a page 60 or 30 times a second. A frame is slow if it takes 25 % longer than the fast frames
 * do. Frames below `NEVER_SLOW` ms are never slow, frames above `ALWAYS_SLOW` ms always.
 */
const NEVER_SLOW = 24;
const ALWAYS_SLOW = 45;
const QUARTER_MORE = 1.25;
/** Number of frames that are judged together. At `TOO_MANY` slow ones the quality falls. */
const WINDOW = 30;
const TOO_MANY = 15;
/** Index of the frame that counts as fast, among a window's frames in ascending order. */
const FAST_INDEX = 7;
/** Time without slow frames before the quality rises (ms): the first wait, and the maximum. */
const FIRST_WAIT = 20_000;
const LONGEST_WAIT = 600_000;
/** A longer interval (ms) means a hidden page, not a slow one. */
const PAUSE = 1000;

interface Frame {
  interval: number;
  drawing: number;
}

/**
 * Adapts the quality to the speed of the computer, so that the stream does not drop frames. After a while without slow
 * frames the quality rises again. The wait doubles with each fall, to prevent oscillation.
 */
export class QualityGovernor {
  private level = qualities.length - 1;
  private frames: Frame[] = [];
  private limit = NEVER_SLOW;
  private good = 0;
  private wait = FIRST_WAIT;

  get quality(): Quality {
    return qualities[this.level] ?? qualities[0];
  }

  /** Adds a frame: ms since the last one and ms of its drawing. Returns whether the quality changed. */
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
    const fast = this.frames.map(({ interval }) => interval).sort((a, b) => a - b)[FAST_INDEX] ?? 0;
    this.limit = Math.max(NEVER_SLOW, Math.min(ALWAYS_SLOW, fast * QUARTER_MORE));
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
