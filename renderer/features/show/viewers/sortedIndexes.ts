/** Whether the item of index `a` stands before that of `b`. Must not call two different items equal. */
export type Before = (a: number, b: number) => boolean;

/** Steps of work between two chances to stop; comparing two names takes about a microsecond. */
const STEPS = 2_000;

/** Sorts indexes with rests in between: run it to the end, or a slice at a time. */
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

/** Merges two sorted lists into one, with rests in between. */
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
