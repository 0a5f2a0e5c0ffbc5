import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = '.sources';

/** Something that is built from the sources on the first start, and again when its sources have changed. */
interface Product {
  /** Files and folders of the project. */
  sources: readonly string[];
  /** Where its stamp is kept. */
  folder: string;
  /** What a complete build of this name consists of. */
  files(build: string): readonly string[];
  /** What the operator reads while it is built. */
  says: string;
}

const web: Product = {
  sources: [
    'renderer',
    'overlay',
    'shared',
    'locales',
    'vite.config.ts',
    'vite.overlay.config.ts',
    'package.json',
  ],
  folder: 'dist/renderer',
  files: () => ['dist/renderer/index.html', 'dist/overlay/index.html'],
  says: 'Building the web app (the first start, or the sources have changed)...',
};

const server: Product = {
  sources: ['server', 'backstage', 'shared', 'locales', 'vite.server.config.ts', 'package.json'],
  folder: 'dist/server',
  files: (build) => [`dist/server/${build}/main.js`],
  says: 'Building the server (the first start, or the sources have changed)...',
};

/** What a product was built from. */
interface Stamp {
  /** The build's name: a sum of the content of all sources. */
  build: string;
  /** Sizes and times of the sources when they were read last. While those stay the same, no source is read again. */
  looks: string;
}

type Make = (root: string, build: string) => Promise<void>;

/**
 * Builds the web app into `dist/renderer`, and the overlays into `dist/overlay`, unless what is there was built from
 * the very same sources. Returns the build's name, which screens compare to know when a newer one is served.
 */
export async function ensureWebBuild(
  root: string,
  say: (line: string) => void,
  make: Make = makeWeb,
): Promise<{ webDir: string; build: string }> {
  return { webDir: join(root, web.folder), build: await ensure(root, web, { say, make }) };
}

/**
 * Bundles the server into `dist/server`, unless the bundle there was made from the very same sources. Returns the
 * path of the bundle's main module.
 */
export async function ensureServerBuild(
  root: string,
  say: (line: string) => void,
  make: Make = makeServer,
): Promise<string> {
  const build = await ensure(root, server, { say, make });
  return join(root, server.folder, build, 'main.js');
}

async function ensure(
  root: string,
  product: Product,
  { say, make }: { say: (line: string) => void; make: Make },
): Promise<string> {
  const stampFile = join(root, product.folder, STAMP);
  const sources = listSources(root, product.sources);
  const looks = sumOf(sources.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}\n`));
  const before = readStamp(stampFile);
  const isThere = (build: string) => product.files(build).every((file) => existsSync(join(root, file)));
  if (before?.looks === looks && isThere(before.build)) return before.build;
  const build = sumOf(contentOf(root, sources));
  if (before?.build !== build || !isThere(build)) {
    say(product.says);
    await make(root, build);
  }
  keepStamp(stampFile, { build, looks });
  return build;
}

const makeWeb: Make = async (root) => {
  for (const config of ['vite.config.ts', 'vite.overlay.config.ts']) await runVite(root, config);
};

/** Since when earlier bundles must have been there to be removed. A server that runs may still load parts of its own. */
const OLD_MS = 86_400_000;

/** Makes the bundle under another name first, because another server may start at the same moment. */
const makeServer: Make = async (root, build) => {
  const folder = join(root, server.folder);
  const fresh = join(folder, `${build}.${process.pid}`);
  await runVite(root, 'vite.server.config.ts', fresh);
  if (existsSync(join(folder, build))) rmSync(fresh, { recursive: true, force: true });
  else renameSync(fresh, join(folder, build));
  for (const name of readdirSync(folder)) {
    const isOld = name !== build && statSync(join(folder, name)).mtimeMs < Date.now() - OLD_MS;
    if (isOld) rmSync(join(folder, name), { recursive: true, force: true });
  }
};

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
    // The folder belongs to somebody else, in an image for example. Then each start reads the sources.
  }
}

/** Why something could not be built, as a sentence for the operator. */
export class BuildError extends Error {}

/** Runs Vite in a process of its own: only the end of a process gives back the memory that a build takes (680 MB). */
async function runVite(root: string, config: string, outDir?: string): Promise<void> {
  if (!canBuild()) {
    throw new BuildError(
      'The web app must be built, and the packages that build it are not installed: npm leaves them out where NODE_ENV is production. Run npm ci --include=dev, then start again.',
    );
  }
  const child = fork(
    join(root, 'server/runVite.ts'),
    [join(root, config), ...(outDir === undefined ? [] : [outDir])],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      // What is served is built for use, whatever NODE_ENV the server runs with.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new BuildError('Ringside could not be built; the reason stands above.');
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

function listSources(root: string, paths: readonly string[]): Source[] {
  const found: Source[] = [];
  const visit = (path: string) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isDirectory())
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else found.push({ path, size: stats.size, changedMs: stats.ctimeMs });
  };
  for (const path of paths) visit(path);
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
