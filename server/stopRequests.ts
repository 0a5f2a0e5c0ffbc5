/** How often it is checked whether npm still runs. */
const LOOK_EVERY_MS = 250;

/**
 * Calls `stop` when somebody asks this process to end: by SIGINT or SIGTERM, or by ending the `npm start` that
 * started it. npm passes a signal to its shell alone, and the shell ends without passing it on.
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
