export interface SliceOptions {
  /** How long one slice may take, in ms. */
  budgetMs: number;
  now(): number;
  /** Runs a task when the page has had its turn. */
  later(task: () => void): void;
}

/** Runs work a slice at a time and hands over its result; the returned function gives it up. */
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
