import { join } from 'node:path';
import { keepCompiled } from './compileCache.ts';

/** `npm run build`: builds the web app when its sources have changed since the last time. */
keepCompiled();
const { ensureWebBuild } = await import('./webBuild.ts');
await ensureWebBuild(join(import.meta.dirname, '..'), (line) => process.stdout.write(`${line}\n`));
