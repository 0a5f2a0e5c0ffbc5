import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'renderer',
  'overlay',
  'shared',
  'locales',
  'vite.config.ts',
  'vite.overlay.config.ts',
  'package.json',
];
const STAMP = '.sources';

/**
 * Builds the web app into `dist/renderer`, and the overlays into `dist/overlay`, unless what is there was built from the very same sources. Returns
 * the build's name, which screens compare to know when a newer one is served.
 */
export async function ensureWebBuild(
  root: string,
  say: (line: string) => void,
): Promise<{ webDir: string; build: string }> {
  const webDir = join(root, 'dist', 'renderer');
  const build = hashSources(root);
  const stamp = join(webDir, STAMP);
  const isFresh =
    existsSync(join(webDir, 'index.html')) &&
    existsSync(join(root, 'dist', 'overlay', 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === build;
  if (!isFresh) {
    say('Building the web app (the first start, or the sources have changed)...');
    await buildForUse(root);
    writeFileSync(stamp, build);
  }
  return { webDir, build };
}

/** Whatever NODE_ENV this server runs with, a page that is served is built for use: smaller and faster. */
async function buildForUse(root: string): Promise<void> {
  const vite = await import('vite');
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    for (const config of ['vite.config.ts', 'vite.overlay.config.ts']) {
      await vite.build({ configFile: join(root, config), logLevel: 'warn' });
    }
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  };
  for (const source of SOURCES) visit(join(root, source));
  return hash.digest('hex').slice(0, 12);
}
