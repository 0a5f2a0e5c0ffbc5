import { join } from 'node:path';
import { ensureWebBuild } from './webBuild.ts';

/** `npm run build`: builds the web app when its sources have changed since the last time. */
await ensureWebBuild(join(import.meta.dirname, '..'), (line) => process.stdout.write(`${line}\n`));
