/** The interval (ms) of checking whether npm still runs. */
const LOOK_EVERY_MS = 250;

/**
 * Calls `stop` on SIGINT, on SIGTERM, and when the `npm start` that started this process ends. npm passes a signal to
 * its shell only, and the shell ends without passing the signal on.
 */
export function onStopRequest(stop: (how: 'signal' | 'npmEnded') => void): void {
  process.on('SIGINT', () => stop('signal'));
  process.on('SIGTERM', () => stop('signal'));
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    stop('npmEnded');
  }, LOOK_EVERY_MS).unref();
}
