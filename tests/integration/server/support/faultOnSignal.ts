/**
 * Loaded before a server: SIGUSR2 makes the process throw from code that belongs to no backstage, as if the server had
 * been running for an hour.
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
