/**
 * Preloaded into a server. On SIGUSR2 it advances the process clock by an hour and throws an error outside of all
 * backstages.
 */
const HOUR = 3_600_000;
const { now } = performance;
let ahead = 0;
performance.now = () => now.call(performance) + ahead;

process.on('SIGUSR2', () => {
  ahead += HOUR;
  throw new Error('a fault of the server');
});

export {};
