import { Session } from 'node:inspector';
import { z } from 'zod';
import { pathOfUrl } from './paths.ts';

const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});

/** Run counts by file. The count of a position is that of the narrowest range around it. */
export type RangesOf = ReadonlyMap<string, readonly Ran[]>;
export interface Ran {
  start: number;
  end: number;
  count: number;
}

/** Reads V8's run counts. Type stripping keeps every position of the source. */
export class CoverageMeter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Returns the counts since the last call, by file. */
  take(): RangesOf {
    let answer: unknown;
    this.#session.post('Profiler.takePreciseCoverage', (_error, result) => {
      answer = result;
    });
    const files = new Map<string, Ran[]>();
    for (const { url, functions } of coverageSchema.parse(answer).result) {
      const path = pathOfUrl(url);
      if (path === null) continue;
      const ranges = functions.flatMap((each) =>
        each.ranges.map(({ startOffset, endOffset, count }) => ({
          start: startOffset,
          end: endOffset,
          count,
        })),
      );
      files.set(path, ranges);
    }
    return files;
  }
}

/** Returns how often a position was run. */
export function timesRun(ranges: readonly Ran[], place: number): number {
  let narrowest: Ran | null = null;
  for (const range of ranges) {
    if (place < range.start || place >= range.end) continue;
    if (narrowest === null || range.end - range.start <= narrowest.end - narrowest.start) narrowest = range;
  }
  return narrowest?.count ?? 0;
}
