import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Answer, answerSchema, type Baseline, type KnownTest, type Order } from './plan.ts';

/** A worker is replaced after this many mutants, because Node never frees a loaded module. */
const BREAKS_A_WORKER = 120;
const HEAP_MB = 900;
/** A test file that takes longer to load (ms) counts as endless. */
const LOADING_LIMIT = 10_000;
/** After a test's limit, the worker has this time (ms) to report the failure or to load the next file. */
const SLACK = 5000;
const BASELINE_LIMIT = 1_200_000;
/** V8 does not count runs of optimised code, so later tests would seem to run nothing. */
const COUNTING = ['--no-opt', '--no-maglev'];

/** The name of the test that detected a mutant; null if none did. */
export type Verdict = string | null;
export const ENDLESS = 'the tests do not end';

/** Runs tests on mutants in a child process. Replaces the process if it hangs in an endless loop. */
export class Crew {
  readonly #args: string[];
  #child: ChildProcess | null = null;
  #broke = 0;

  constructor(planFile: string, seed: number) {
    this.#args = [planFile, String(seed)];
  }

  async baseline(files: readonly string[]): Promise<Baseline> {
    this.#child = await this.#hire(COUNTING);
    const answer = await this.#ask({ do: 'baseline', files: [...files] }, BASELINE_LIMIT);
    await this.dismiss();
    if (answer?.did !== 'baseline') throw new Error('the tests did not come to their end');
    return answer;
  }

  async judge(id: number, tests: readonly KnownTest[]): Promise<Verdict> {
    if (this.#broke >= BREAKS_A_WORKER) await this.dismiss();
    this.#broke += 1;
    const answer = await this.#ask({ do: 'mutant', id, tests: [...tests] }, LOADING_LIMIT);
    if (answer?.did === 'mutant') return answer.killedBy;
    await this.dismiss();
    return ENDLESS;
  }

  async dismiss(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#broke = 0;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Sends an order. Resolves to the answer; null after a timeout or if the process dies. */
  async #ask(order: Order, limit: number): Promise<Answer | null> {
    const child = this.#child ?? (await this.#hire());
    const answer = next(child, limit);
    child.send(order);
    return await answer;
  }

  async #hire(flags: readonly string[] = []): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'worker.ts'), this.#args, {
      execArgv: [...flags, `--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    if ((await next(child, BASELINE_LIMIT)) === null) throw new Error('a worker does not start');
    return child;
  }
}

/** Resolves to the next answer; null after `limit` ms. The begin of a test is no answer, but sets a new limit. */
function next(child: ChildProcess, limit: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const done = (answer: Answer | null): void => {
      clearTimeout(timer);
      child.off('message', heard);
      child.off('exit', died);
      resolve(answer);
    };
    const heard = (message: unknown): void => {
      const answer = answerSchema.parse(message);
      if (answer.did === 'test') {
        clearTimeout(timer);
        timer = setTimeout(() => done(null), answer.limit + SLACK);
      } else done(answer);
    };
    const died = (): void => done(null);
    let timer = setTimeout(() => done(null), limit);
    child.on('message', heard);
    child.once('exit', died);
  });
}
