import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = '.sources';

/** A build output. The first start makes it, and a later start makes it again if its sources have changed. */
interface BuildTarget {
  /** Source files and folders, relative to the project. */
  sources: readonly string[];
  /** The folder of the stamp. */
  folder: string;
  /** The files that must exist for the build to be complete. */
  files(build: string): readonly string[];
  /** Printed for the operator before the build. */
  message: string;
}

const web: BuildTarget = {
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
  message: 'Building the web app, because this is the first start or the sources have changed...',
};

const server: BuildTarget = {
  sources: ['server', 'backstage', 'shared', 'locales', 'vite.server.config.ts', 'package.json'],
  folder: 'dist/server',
  files: (build) => [`dist/server/${build}/main.js`],
  message: 'Building the server, because this is the first start or the sources have changed...',
};

/** Records the sources of a build. */
interface Stamp {
  /** The build's name: a hash of the content of all sources. */
  build: string;
  /** A hash of the sizes and change times of all sources. If it is unchanged, no source is read again. */
  statsHash: string;
}

type Make = (root: string, build: string) => Promise<void>;

/**
 * Builds the web app into `dist/renderer` and the overlays into `dist/overlay`, if their sources have changed. Returns
 * the build's name. Screens compare it to find out whether a newer build is served.
 */
export async function ensureWebBuild(
  root: string,
  say: (line: string) => void,
  make: Make = makeWeb,
): Promise<{ webDir: string; build: string }> {
  return { webDir: join(root, web.folder), build: await ensure(root, web, { say, make }) };
}

/** Bundles the server into `dist/server` if its sources have changed. Returns the path of the bundle's main module. */
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
  target: BuildTarget,
  { say, make }: { say: (line: string) => void; make: Make },
): Promise<string> {
  const stampFile = join(root, target.folder, STAMP);
  const sources = listSources(root, target.sources);
  const statsHash = hashOf(sources.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}\n`));
  const before = readStamp(stampFile);
  const exists = (build: string) => target.files(build).every((file) => existsSync(join(root, file)));
  if (before?.statsHash === statsHash && exists(before.build)) return before.build;
  const build = hashOf(contentOf(root, sources));
  if (before?.build !== build || !exists(build)) {
    say(target.message);
    await make(root, build);
  }
  writeStamp(stampFile, { build, statsHash });
  return build;
}

const makeWeb: Make = async (root) => {
  for (const config of ['vite.config.ts', 'vite.overlay.config.ts']) await runVite(root, config);
};

/** The age at which earlier bundles are deleted. A running server may still load modules from a younger one. */
const OLD_MS = 86_400_000;

/** Builds into a temporary folder and renames it, because another server may start at the same time. */
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
  const [build = '', statsHash = ''] = readFileSync(file, 'utf8').split('\n');
  return { build, statsHash };
}

function writeStamp(file: string, { build, statsHash }: Stamp): void {
  const partial = `${file}.${process.pid}`;
  try {
    // Write and rename: another process may be reading the stamp.
    writeFileSync(partial, `${build}\n${statsHash}`);
    renameSync(partial, file);
  } catch {
    // The folder is read-only, as in a container image. Each start then reads all sources.
  }
}

/** A build that failed. The message is for the operator. */
export class BuildError extends Error {}

/** Runs Vite in a child process: only process exit releases the 680 MB that a build takes. */
async function runVite(root: string, config: string, outDir?: string): Promise<void> {
  if (!canBuild()) {
    throw new BuildError(
      'Ringside must be built, but the packages that build it are not installed. npm leaves them out if NODE_ENV is production. Run npm ci --include=dev, then start again.',
    );
  }
  const child = fork(
    join(root, 'server/runVite.ts'),
    [join(root, config), ...(outDir === undefined ? [] : [outDir])],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      // Build for production even if the server runs with another NODE_ENV.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new BuildError('Ringside could not be built. The lines above give the reason.');
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
  /** Relative to the project. */
  path: string;
  size: number;
  /** The inode change time. Unlike the modification time, no tool can set it. */
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

function hashOf(parts: Iterable<string | Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 12);
}
