import { startCompileCache } from './compileCache.ts';
import { root } from './root.ts';

/** `npm run build`: builds the web app and the server if their sources have changed since the last build. */
startCompileCache();
const { ensureServerBuild, ensureWebBuild } = await import('./builds.ts');
const { explain } = await import('./explain.ts');
try {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await ensureWebBuild(root, say);
  await ensureServerBuild(root, say);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
