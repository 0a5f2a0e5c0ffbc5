import { pathToFileURL } from 'node:url';

/**
 * Loads a built main bundle on the stand-in until it waits for Electron to be ready, and prints the time. The stand-in
 * is loaded before, as Electron's own modules are.
 */
await import('./standIn/module.ts');
process.stdout.write(`begun at ${performance.now()}\n`);
await import(pathToFileURL(process.argv[2] ?? '').href);
