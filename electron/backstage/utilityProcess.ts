import type { UtilityProcess, utilityProcess } from 'electron';
import type { BackstageProcess } from './wire.ts';

export interface UtilityOptions {
  fork: typeof utilityProcess.fork;
  /** The built file that the process runs. */
  modulePath: string;
  /** Takes what the process prints, which is where a crash leaves its last words. */
  onOutput: (text: string) => void;
}

/** Starts the backstage in one of Electron's utility processes. */
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
