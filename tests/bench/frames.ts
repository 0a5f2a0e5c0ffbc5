import type { Page } from 'playwright';
import { frameLengths } from '../support/frameLengths.ts';
import { ownTime, watchMachine } from './machine.ts';
import { median } from './statistics.ts';

/** Skips the first seconds of a show, in which the code is compiled. */
export const WARM_UP_MS = 3000;

/** Figures of a page's frames; times in ms. */
export interface Frames {
  perSecond: number;
  longest: number;
  over50: number;
  /** `longest` and `over50`, minus stalls of the machine. */
  ownLongest: number;
  ownOver50: number;
  /** The longest stall of the machine. */
  machineStall: number;
}

/** Records the frames of a page and the stalls of the machine. */
export async function watchFrames(page: Page, seconds: number): Promise<Frames> {
  const stallsUntilNow = watchMachine();
  const begun = await page.evaluate(() => performance.timeOrigin + performance.now());
  const frames = await page.evaluate(frameLengths, seconds * 1000);
  const stalls = await stallsUntilNow();
  let at = begun;
  const own = frames.map((frame) => {
    at += frame;
    return ownTime(at - frame, at, stalls);
  });
  return {
    perSecond: frames.length / seconds,
    longest: Math.max(...frames),
    over50: frames.filter((frame) => frame > 50).length,
    ownLongest: Math.max(...own),
    ownOver50: own.filter((frame) => frame > 50).length,
    machineStall: Math.max(0, ...stalls.map(({ from, until }) => until - from)),
  };
}

/** Medians of several runs, named `name.figure`. */
export function frameFigures(name: string, runs: readonly Frames[]): Record<string, number> {
  const middle = (figure: (run: Frames) => number) => median(runs.map(figure));
  return {
    [`${name}.framesPerSecond`]: middle((run) => run.perSecond),
    [`${name}.longestFrame.ms`]: middle((run) => run.longest),
    [`${name}.framesOver50`]: middle((run) => run.over50),
    [`${name}.own.longestFrame.ms`]: middle((run) => run.ownLongest),
    [`${name}.own.framesOver50`]: middle((run) => run.ownOver50),
    [`${name}.machineStall.ms`]: middle((run) => run.machineStall),
  };
}
