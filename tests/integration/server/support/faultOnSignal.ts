/**
 * Preloaded into a server. On SIGUSR2 it advances the process clock by an hour and throws an error outside of all
 * backstages. Ends the process if errors cause each other without end.
 */
const HOUR = 3_600_000;
const MOST_ERRORS = 20;
const { now } = performance;
let ahead = 0;
performance.now = () => now.call(performance) + ahead;

process.on('SIGUSR2', () => {
  ahead += HOUR;
  throw new Error('a fault of the server');
});

let errors = 0;
process.on('uncaughtExceptionMonitor', () => {
  errors += 1;
  if (errors > MOST_ERRORS) process.exit(1);
});

export {};
