import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { RingsideError } from '#shared/contract/error.ts';
import { ArgumentError, readArguments, usage } from './arguments.ts';
import { type Simulator, startSimulator } from './simulator.ts';

/** Time to wait for the last acknowledgements after the end of the script, ms. */
const LAST_ACKS_MS = 10_000;

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === 'help') {
    console.log(usage);
    return;
  }
  const stop = toldToStop();
  const simulator = await startSimulator(options);
  announce(simulator);
  await Promise.race([stop, settle(simulator)]);
  const truth = simulator.truth();
  await simulator.close();
  // Wait for the callback: process.exit() would cut off a large text that a pipe accepts in parts.
  await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(truth)}\n`, () => resolve()));
}

/** Prints the addresses to stderr, so that stdout contains only the result. */
function announce(simulator: Simulator): void {
  console.error(`Simulator: ${simulator.webUrl} (LIVE_WEB_URL)  ${simulator.wsUrl} (LIVE_WS_URL)`);
  console.error(`Live: ${simulator.username}, room ${simulator.roomId}`);
}

async function settle(simulator: Simulator): Promise<void> {
  await simulator.finished;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_ACKS_MS);
  });
  await Promise.race([simulator.settled, patience]);
  clearTimeout(timer);
}

/** Resolves on SIGINT or SIGTERM, when stdin closes, or when npm's shell exits. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(resolve);
    if (!hasLiveInput()) return;
    process.stdin.once('end', resolve);
    process.stdin.once('error', () => resolve());
    process.stdin.resume();
  });
}

/** Calls `stop` when the parent process exits: npm passes a signal to its shell, but not to this process. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}

/** Whether stdin is a terminal, pipe or socket. A background job gets the null device, which ends at once. */
function hasLiveInput(): boolean {
  try {
    const input = fstatSync(0);
    return isatty(0) || input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

function explain(error: unknown): string {
  if (error instanceof ArgumentError) return `${error.message} (--help shows what there is.)`;
  if (error instanceof RingsideError) {
    const { code, params } = error.problem;
    if (code === 'recording.notFound') return `There is no recording at ${params?.path}.`;
    if (code === 'recording.unreadable') return `${params?.path} is not a recording.`;
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') return 'The port is in use; choose another one with --port.';
    if (error.code === 'EACCES') return 'The port may not be used by this user; choose one above 1023.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
