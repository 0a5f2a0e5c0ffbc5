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
  /** Another built main bundle than the one in dist. */
  main?: string;
}

const register = pathToFileURL(join(import.meta.dirname, 'standIn', 'register.ts')).href;

/** Lines of the log, or of what the app prints, that say that something died or was not caught. */
const FAULT = /page ended:|uncaught:|unhandled:|has ended by itself/;

/** A running desktop app: the built bundles on the real Electron where there is one, else on the stand-in. */
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

  /** What it printed and what it wrote to its log. */
  get log(): string {
    const file = join(this.userData, 'logs', 'ringside.log');
    return `${this.#printed}${existsSync(file) ? readFileSync(file, 'utf8') : ''}`;
  }

  /** What went wrong in the app and its pages without being ordered, a line each. */
  get faults(): string[] {
    const lines = this.log.split('\n').filter((line) => FAULT.test(line));
    return this.isRunning
      ? lines
      : [...lines, `the app has ended (${this.#child.exitCode ?? this.#child.signalCode})`];
  }

  /** The process of the backstage that was started last. */
  get backstagePid(): number {
    return Number([...this.log.matchAll(/backstage started, pid (\d+)/g)].at(-1)?.[1] ?? 0);
  }

  /** The page at a path, once there is one that is alive. */
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

  /** Waits for a note of a kind that fits, also among those that came already. */
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

  /** Waits until it has ended by itself. */
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

  /** Ends it whatever it is doing, and removes its user data. */
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
    // Of two that control a browser, as the stand-in does too, the one that came last is given what is downloaded.
    await until(() => hasWindow(read(), path), `a window at ${path}`);
    this.#noteBrowser();
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${read()}`);
    return this.#browser;
  }

  /** The process that holds the profile writes to it until its very end. */
  #noteBrowser(): void {
    try {
      this.#browserPid = Number(readlinkSync(join(this.userData, 'SingletonLock')).split('-').at(-1));
    } catch {
      // There is no browser yet, or none any more.
    }
  }

  /** The browser ends when its app is gone; the profile is free for the next only then. */
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

/** False also for a process that has ended and that nobody has taken note of yet. */
export function isRunningProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc the signal alone decides, and it came through.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync('/proc/self');
  }
}

function isKind<K extends Note['note']>(note: Note, kind: K): note is Extract<Note, { note: K }> {
  return note.note === kind;
}
