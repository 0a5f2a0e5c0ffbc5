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

/** How often the places of a file were run; the narrowest range around a place tells it. */
export type RangesOf = ReadonlyMap<string, readonly Ran[]>;
export interface Ran {
  start: number;
  end: number;
  count: number;
}

/** The engine's own count of what is run. Stripping types leaves every place where it was in the source. */
export class CoverageMeter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** What was run since the last time, by file. */
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

/** How often a place was run. */
export function timesRun(ranges: readonly Ran[], place: number): number {
  let narrowest: Ran | null = null;
  for (const range of ranges) {
    if (place < range.start || place >= range.end) continue;
    if (narrowest === null || range.end - range.start <= narrowest.end - narrowest.start) narrowest = range;
  }
  return narrowest?.count ?? 0;
}
