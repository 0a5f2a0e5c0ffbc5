import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
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

/** What `dist/renderer` was built from. */
interface Stamp {
  /** The build's name: a sum of the content of all sources. */
  build: string;
  /** How the sources looked when they were read last. While they look the same they are not read again. */
  looks: string;
}

/**
 * Builds the web app into `dist/renderer`, and the overlays into `dist/overlay`, unless what is there was built from
 * the very same sources. Returns the build's name, which screens compare to know when a newer one is served.
 */
export async function ensureWebBuild(
  root: string,
  say: (line: string) => void,
  buildAll: (root: string) => Promise<void> = buildForUse,
): Promise<{ webDir: string; build: string }> {
  const webDir = join(root, 'dist', 'renderer');
  const file = join(webDir, STAMP);
  const files = listSources(root);
  const looks = sumOf(files.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}\n`));
  const before = readStamp(file);
  const isThere =
    existsSync(join(webDir, 'index.html')) && existsSync(join(root, 'dist', 'overlay', 'index.html'));
  if (isThere && before?.looks === looks) return { webDir, build: before.build };
  const build = sumOf(contentOf(root, files));
  if (!isThere || before?.build !== build) {
    say('Building the web app (the first start, or the sources have changed)...');
    await buildAll(root);
  }
  keepStamp(file, { build, looks });
  return { webDir, build };
}

function readStamp(file: string): Stamp | null {
  if (!existsSync(file)) return null;
  const [build = '', looks = ''] = readFileSync(file, 'utf8').split('\n');
  return { build, looks };
}

function keepStamp(file: string, { build, looks }: Stamp): void {
  const partial = `${file}.${process.pid}`;
  try {
    // Another start may be reading it.
    writeFileSync(partial, `${build}\n${looks}`);
    renameSync(partial, file);
  } catch {
    // Built by somebody else, in an image for example: then the sources are read at each start.
  }
}

/** What stands against building the web app, as a sentence for the operator. */
export class BuildError extends Error {}

/** Builds in a process of its own: only its end gives back the memory that a build takes (680 MB). */
async function buildForUse(root: string): Promise<void> {
  if (!canBuild()) {
    throw new BuildError(
      'The web app must be built, and the packages that build it are not installed: npm leaves them out where NODE_ENV is production. Run npm ci --include=dev, then start again.',
    );
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'buildWeb.ts'), root], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A page that is served is built for use, whatever NODE_ENV the server runs with.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'close');
  process.off('exit', kill);
  if (code !== 0) throw new BuildError('The web app could not be built; the reason stands above.');
}

function canBuild(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

interface Source {
  /** From the root of the project. */
  path: string;
  size: number;
  /** When its content or anything else about it changed last; unlike the time of its content nobody can set it. */
  changedMs: number;
}

function listSources(root: string): Source[] {
  const found: Source[] = [];
  const visit = (path: string) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isDirectory())
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else found.push({ path, size: stats.size, changedMs: stats.ctimeMs });
  };
  for (const source of SOURCES) visit(source);
  return found;
}

function* contentOf(root: string, files: readonly Source[]): Generator<string | Buffer> {
  for (const { path } of files) {
    yield path;
    yield readFileSync(join(root, path));
  }
}

function sumOf(parts: Iterable<string | Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 12);
}
