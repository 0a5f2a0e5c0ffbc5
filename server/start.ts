import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { raiseHeapGrowth } from '#backstage/heap.ts';
import { BuildError, ensureServerBuild } from './builds.ts';
import { startCompileCache } from './compileCache.ts';
import { root } from './root.ts';

/**
 * `npm start`: loads the server's bundle, after building it if the sources have changed. If the build fails, loads the
 * sources.
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
const isFirst = startCompileCache();
const { start } = await loadServer();
// Write the compile cache now: a server may run for months, and a power cut would lose the cache.
await start({ loaded: isFirst ? flushCompileCache : () => undefined });
