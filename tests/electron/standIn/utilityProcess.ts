import { type ChildProcess, fork as forkNode } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ForkOptions, UtilityProcess } from 'electron';
import { LoudEmitter, loud } from './refuse.ts';

const register = pathToFileURL(path.join(import.meta.dirname, 'registerUtility.ts')).href;

/** A utility process: a Node process whose messages are structured clones. */
class StandInUtility extends LoudEmitter implements Pick<UtilityProcess, 'kill' | 'postMessage'> {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], { stdio }: ForkOptions) {
    super('utilityProcess', ['spawn', 'message', 'exit']);
    this.#child = forkNode(modulePath, [...args], {
      execArgv: ['--import', register],
      serialization: 'advanced',
      stdio: ['ignore', stdio === 'pipe' ? 'pipe' : 'inherit', stdio === 'pipe' ? 'pipe' : 'inherit', 'ipc'],
    });
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 15)));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stdout() {
    return this.#child.stdout;
  }

  get stderr() {
    return this.#child.stderr;
  }

  postMessage(message: never): void {
    if (this.#child.connected) this.#child.send(message);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = loud('utilityProcess', {
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) =>
    loud('utilityProcess', new StandInUtility(modulePath, args, options)),
});
