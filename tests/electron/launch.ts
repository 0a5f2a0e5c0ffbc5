import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { until } from '#tests/support/until.ts';
import { ensureDesktopBuild, root } from './build.ts';
import { findElectron } from './findElectron.ts';
import { type Note, noteSchema, type Order } from './orders.ts';

export interface DesktopOptions {
  userData?: string;
  env?: Record<string, string>;
  /** Path of the main bundle; the one in `dist` by default. */
  main?: string;
}

const register = pathToFileURL(join(import.meta.dirname, 'standIn', 'register.ts')).href;

/** Log and output lines that report a crash or an uncaught error. */
const FAULT = /page ended:|uncaught:|unhandled:|has ended by itself/;

/** A running desktop app from the built bundles, on the real Electron if installed, otherwise on the stand-in. */
export class Desktop {
  readonly userData: string;
  readonly notes: Note[] = [];
  readonly #child: ChildProcess;
  readonly #gone: Promise<number | null>;
  #browser: Browser | null = null;
  #browserPid = 0;
  #printed = '';

  static async launch(options: DesktopOptions = {}): Promise<Desktop> {
    if (options.main === undefined) await ensureDesktopBuild();
    return new Desktop(options);
  }

  private constructor(options: DesktopOptions) {
    this.userData = options.userData ?? mkdtempSync(join(tmpdir(), 'ringside-desktop-'));
    rmSync(join(this.userData, 'DevToolsActivePort'), { force: true });
    const main = options.main ?? join(root, 'dist', 'electron', 'main.js');
    const electron = findElectron();
    const own = [main, `--user-data-dir=${this.userData}`];
    const [command, args] =
      electron === null
        ? ['node', ['--import', register, ...own]]
        : [electron, [...own, '--remote-debugging-port=0']];
    this.#child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.on('message', (raw) => this.notes.push(noteSchema.parse(raw)));
    this.#child.stdout?.on('data', (chunk) => {
      this.#printed += String(chunk);
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.#printed += String(chunk);
    });
    this.#gone = new Promise((resolve) => this.#child.once('exit', resolve));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The output and the log of the app. */
  get log(): string {
    const file = join(this.userData, 'logs', 'ringside.log');
    return `${this.#printed}${existsSync(file) ? readFileSync(file, 'utf8') : ''}`;
  }

  /** Unexpected faults of the app and its pages, one per line. */
  get faults(): string[] {
    const lines = this.log.split('\n').filter((line) => FAULT.test(line));
    return this.isRunning
      ? lines
      : [...lines, `the app has ended (${this.#child.exitCode ?? this.#child.signalCode})`];
  }

  /** The pid of the newest backstage process. */
  get backstagePid(): number {
    return Number([...this.log.matchAll(/backstage started, pid (\d+)/g)].at(-1)?.[1] ?? 0);
  }

  /** Waits for a live page at a path. */
  async page(path: string): Promise<Page> {
    const browser = await this.#connect(path);
    let found: Page | undefined;
    await until(async () => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const candidates = pages.filter((page) => isAt(page.url(), path));
      for (const page of candidates) if (await isAlive(page)) found = page;
      return found !== undefined;
    }, `a page at ${path}`);
    if (found === undefined) throw new Error(`no page at ${path}`);
    return found;
  }

  /** Waits for a matching note, past or future. */
  async note<K extends Note['note']>(
    kind: K,
    fits: (note: Extract<Note, { note: K }>) => boolean = () => true,
  ) {
    const find = () => this.notes.filter((note) => isKind(note, kind)).findLast(fits);
    await until(() => find() !== undefined, `a note '${kind}'`);
    const found = find();
    if (found === undefined) throw new Error(`no note '${kind}'`);
    return found;
  }

  order(order: Order): void {
    this.#child.send(order);
  }

  /** Waits until the app exits by itself. */
  async ended(): Promise<number | null> {
    const code = await this.#gone;
    await this.#disconnect();
    return code;
  }

  async kill(): Promise<void> {
    this.#noteBrowser();
    this.#child.kill('SIGKILL');
    await this.ended();
  }

  /** Kills the app and deletes its user data. */
  async dispose(): Promise<void> {
    if (this.isRunning) await this.kill();
    rmSync(this.userData, { recursive: true, force: true, maxRetries: 5 });
  }

  async #connect(path: string): Promise<Browser> {
    if (this.#browser?.isConnected()) return this.#browser;
    const file = join(this.userData, 'DevToolsActivePort');
    const read = () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0);
    await until(
      () => read() > 0,
      () => `a debugging port; ${this.log}`,
    );
    // The browser gives downloads to its newest client: connect after the stand-in, which is a client too.
    await until(() => hasWindow(read(), path), `a window at ${path}`);
    this.#noteBrowser();
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${read()}`);
    return this.#browser;
  }

  /** Records the pid of the browser, which writes to the profile until its end. */
  #noteBrowser(): void {
    try {
      this.#browserPid = Number(readlinkSync(join(this.userData, 'SingletonLock')).split('-').at(-1));
    } catch {
      // The browser has not started yet or has exited.
    }
  }

  /** Waits for the exit of the browser, which frees the profile. */
  async #disconnect(): Promise<void> {
    await this.#browser?.close().catch(() => undefined);
    if (this.#browserPid === 0) return;
    await until(() => !isRunningProcess(this.#browserPid), 'the end of the browser', 15_000);
  }
}

const windowsSchema = z.array(z.object({ url: z.string() }));

async function hasWindow(port: number, path: string): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${port}/json/list`).then((answer) => answer.json());
  const list: unknown = await asked.catch(() => []);
  return windowsSchema.parse(list).some(({ url }) => isAt(url, path));
}

function isAt(url: string, path: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === path;
}

async function isAlive(page: Page): Promise<boolean> {
  const limit = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), 1_000).unref();
  });
  const answer = page.evaluate(() => true).catch(() => false);
  return Promise.race([answer, limit]);
}

/** Whether a process runs. False for a zombie. */
export function isRunningProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc, the signal is the only check, and it succeeded.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync('/proc/self');
  }
}

function isKind<K extends Note['note']>(note: Note, kind: K): note is Extract<Note, { note: K }> {
  return note.note === kind;
}
