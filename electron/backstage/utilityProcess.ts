import type { UtilityProcess, utilityProcess } from 'electron';
import type { BackstageProcess } from './messages.ts';

export interface UtilityOptions {
  fork: typeof utilityProcess.fork;
  /** The built file that the process runs. */
  modulePath: string;
  /** Receives the output of the process, which includes the error message of a crash. */
  onOutput: (text: string) => void;
}

/** Starts the backstage in an Electron utility process. */
export function launchUtility(options: UtilityOptions): BackstageProcess {
  const child: UtilityProcess = options.fork(options.modulePath, [], {
    serviceName: 'Ringside Backstage',
    stdio: 'pipe',
  });
  child.stdout?.on('data', (chunk: unknown) => options.onOutput(String(chunk)));
  child.stderr?.on('data', (chunk: unknown) => options.onOutput(String(chunk)));
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
    kill: () => {
      child.kill();
    },
  };
}
