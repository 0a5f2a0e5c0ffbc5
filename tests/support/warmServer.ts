import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasDatabases, newDatabase } from './databases.ts';
import { endsWithParent } from './endWithParent.ts';
import { type RunningRingside, serverEnv, temporaryFolder } from './ringside.ts';

/** What a test asks the process. `env` are the environment variables of a server. */
export type Order =
  | { id: number; order: 'start'; env: NodeJS.ProcessEnv }
  | { id: number; order: 'close'; url: string };

const answerSchema = z.union([
  z.object({ id: z.number(), url: z.string() }),
  z.object({ id: z.number(), error: z.string() }),
]);

/** The process of this test worker; null before the first start and after a kill. */
let warm: Warm | null = null;

/**
 * Starts a server in a process that has loaded the product before, with a database of its own in the PostgreSQL of the
 * tests. It costs a quarter of the processor time of `startRingside`. Tests that need a fresh process or the embedded
 * database, or look at the process itself, use that function.
 *
 * `kill` ends the process, and with it every other server of this worker that was started so.
 */
export async function startWarm(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<RunningRingside> {
  const { dataDir = temporaryFolder() } = options;
  const env = { ...options.env };
  if (hasDatabases()) env.DATABASE_URL ??= await newDatabase();
  warm ??= new Warm();
  const { process, gone, ask, output } = warm;
  const before = output().length;
  const url = await ask({ order: 'start', env: serverEnv(dataDir, env) });
  return {
    url,
    process,
    dataDir,
    output: () => output().slice(before),
    kill: async (signal) => {
      process.kill(signal);
      await gone;
    },
    stop: async () => {
      await ask({ order: 'close', url });
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The process, from the test's side. */
class Warm {
  readonly process: ChildProcess;
  readonly gone: Promise<void>;
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>();
  #last = 0;
  #output = '';

  constructor() {
    this.process = fork(join(import.meta.dirname, 'warmServerProcess.ts'), {
      execArgv: [...endsWithParent.args],
      env: serverEnv(''),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += String(chunk);
      });
    this.process.on('message', (message) => {
      const answer = answerSchema.parse(message);
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('url' in answer) waiting?.resolve(answer.url);
      else waiting?.reject(new Error(answer.error));
    });
    this.gone = new Promise((resolve) => {
      this.process.once('exit', () => {
        if (warm === this) warm = null;
        for (const { reject } of this.#waiting.values()) reject(new Error(`it ended:\n${this.#output}`));
        resolve();
      });
    });
    // The test worker does not wait for the process to end.
    this.process.unref();
    this.process.channel?.unref();
  }

  readonly output = (): string => this.#output;

  readonly ask = (order: Unnumbered<Order>): Promise<string> => {
    this.#last += 1;
    const answer = Promise.withResolvers<string>();
    this.#waiting.set(this.#last, answer);
    this.process.send({ ...order, id: this.#last });
    return answer.promise;
  };
}
