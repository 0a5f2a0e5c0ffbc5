import { pathToFileURL } from 'node:url';

/**
 * Loads a built main bundle on the stand-in as far as its wait for Electron to be ready, and says how long that
 * took. The stand-in itself is loaded before, as Electron's own modules are.
 */
await import('./standIn/module.ts');
process.stdout.write(`begun at ${performance.now()}\n`);
await import(pathToFileURL(process.argv[2] ?? '').href);
