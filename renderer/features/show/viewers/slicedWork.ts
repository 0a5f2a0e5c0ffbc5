export interface SliceOptions {
  /** Longest duration of a slice (ms). */
  budgetMs: number;
  now(): number;
  /** Schedules a task after the browser has handled other work. */
  later(task: () => void): void;
}

/** Runs a generator in slices and passes its result to `done`. The returned function cancels the work. */
export function runInSlices<T>(
  work: Generator<void, T>,
  options: SliceOptions,
  done: (result: T) => void,
): () => void {
  let stopped = false;
  const slice = () => {
    const until = options.now() + options.budgetMs;
    while (!stopped) {
      const step = work.next();
      if (step.done === true) {
        done(step.value);
        return;
      }
      if (options.now() >= until) {
        options.later(slice);
        return;
      }
    }
  };
  slice();
  return () => {
    stopped = true;
  };
}

/** Whether item `a` is sorted before item `b`. Must be a total order: two different items are never equal. */
export type Before = (a: number, b: number) => boolean;

/** Comparisons between two yields. Comparing two names takes about a microsecond. */
const STEPS = 2_000;

/** Merge sort of indexes that yields regularly, for `runInSlices`. */
export function* sortInSlices(indexes: Uint32Array, before: Before): Generator<void, Uint32Array> {
  let from = indexes.slice();
  let to = new Uint32Array(indexes.length);
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      yield* mergeRuns(
        from.subarray(start, middle),
        from.subarray(middle, end),
        to.subarray(start, end),
        before,
      );
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two sorted lists; yields regularly. */
export function* mergeInSlices(a: Uint32Array, b: Uint32Array, before: Before): Generator<void, Uint32Array> {
  const merged = new Uint32Array(a.length + b.length);
  yield* mergeRuns(a, b, merged, before);
  return merged;
}

let steps = 0;

function* mergeRuns(a: Uint32Array, b: Uint32Array, to: Uint32Array, before: Before): Generator<void, void> {
  let atA = 0;
  let atB = 0;
  for (let at = 0; at < to.length; at += 1) {
    const nextA = a[atA];
    const nextB = b[atB];
    if (nextB === undefined || (nextA !== undefined && !before(nextB, nextA))) {
      to[at] = nextA ?? 0;
      atA += 1;
    } else {
      to[at] = nextB;
      atB += 1;
    }
    steps += 1;
    if (steps >= STEPS) {
      steps = 0;
      yield;
    }
  }
}
