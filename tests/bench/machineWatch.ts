import { constants, setPriority } from 'node:os';

/** Runs beside a bench at the highest priority. Prints a stall as JSON each time its timer is late. */
const EVERY_MS = 4;
const LONG_MS = 12;

setPriority(constants.priority.PRIORITY_HIGHEST);
let last = performance.timeOrigin + performance.now();
setInterval(() => {
  const now = performance.timeOrigin + performance.now();
  const late = now - last - EVERY_MS;
  if (late > LONG_MS) process.stdout.write(`${JSON.stringify({ from: now - late, until: now })}\n`);
  last = now;
}, EVERY_MS);
process.stdin.on('end', () => process.exit(0)).resume();
