import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { raiseHeapGrowth } from '#backstage/heap.ts';
import { BuildError, ensureServerBuild } from './builds.ts';
import { keepCompiled } from './compileCache.ts';
import { root } from './root.ts';

/**
 * `npm start`. Runs the bundle of the server, and makes the bundle first if the sources have changed. Where the bundle
 * cannot be made, the sources run as they are.
 */
async function loadServer(): Promise<typeof import('./main.ts')> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const bundle = await ensureServerBuild(root, say).catch((error: unknown) => {
    if (!(error instanceof BuildError)) throw error;
    return null;
  });
  return bundle === null ? import('./main.ts') : import(pathToFileURL(bundle).href);
}

raiseHeapGrowth();
const isFirst = keepCompiled();
const { start } = await loadServer();
// A server may run for months and end by a power cut, so the cache is written now and not at the end.
await start({ loaded: isFirst ? flushCompileCache : () => undefined });
