import { join } from 'node:path';
import { keepCompiled } from './compileCache.ts';

/** `npm run build`: builds the web app when its sources have changed since the last time. */
keepCompiled();
const { ensureWebBuild } = await import('./webBuild.ts');
const { explain } = await import('./explain.ts');
try {
  await ensureWebBuild(join(import.meta.dirname, '..'), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
