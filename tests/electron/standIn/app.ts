import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { closeBrowser } from './browser.ts';
import { note, onOrder } from './control.ts';
import { LoudEmitter, loud, refuse } from './refuse.ts';
import { closeAllWindows, destroyAllWindows } from './windowList.ts';

type Imitated = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isReady'
  | 'quit'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setLoginItemSettings'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

const packageFile = path.join(import.meta.dirname, '..', '..', '..', 'package.json');

/** Loads the main bundle without starting the app, to measure its load time. */
const neverReady = process.env.STAND_IN_NEVER_READY !== undefined;

/** The resources folder of a packed app; without it, the app runs from sources. */
const resources = process.env.STAND_IN_RESOURCES;
if (resources !== undefined) Object.defineProperty(process, 'resourcesPath', { value: resources });

/** Electron's command line. Electron also obeys Chromium's `--user-data-dir`. */
class CommandLine {
  hasSwitch(name: string): boolean {
    return process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  }

  getSwitchValue(name: string): string {
    return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  }

  appendSwitch(name: string): void {
    note({ note: 'switch', name });
  }
}

class StandInApp extends LoudEmitter implements Imitated {
  readonly commandLine = loud('app.commandLine', new CommandLine());
  readonly isPackaged = resources !== undefined;
  readonly #paths = new Map<string, string>();
  readonly #ready: Promise<void>;
  #name = 'Electron';
  #isReady = false;
  #quitting = false;

  constructor() {
    super('app', ['before-quit', 'will-quit', 'quit', 'window-all-closed', 'second-instance']);
    const appData = process.env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config');
    this.#paths.set('appData', appData);
    this.#paths.set('temp', tmpdir());
    this.#paths.set('exe', process.execPath);
    const userData = this.commandLine.getSwitchValue('user-data-dir');
    if (userData !== '') this.#paths.set('userData', userData);
    this.#ready = new Promise((resolve) => {
      if (!neverReady) setImmediate(resolve);
    });
    void this.#ready.then(() => {
      this.#isReady = true;
    });
    onOrder('quit', () => this.quit());
  }

  whenReady(): Promise<void> {
    if (neverReady) process.stdout.write(`loaded at ${performance.now()}\n`, () => process.exit(0));
    return this.#ready;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  getName(): string {
    return this.#name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getVersion(): string {
    const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'));
    return version;
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    return this.#paths.get(name) ?? refuse(`app.getPath('${name}')`);
  }

  setPath(name: string, place: string): void {
    this.#paths.set(name, place);
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before the app is ready');
  }

  /** The lock is a file with the pid. A second instance sends a signal to the first. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'stand-in.lock');
    const holder = readPid(file);
    if (holder !== null && holder !== process.pid && isAlive(holder)) {
      process.kill(holder, 'SIGUSR2');
      return false;
    }
    writeFileSync(file, String(process.pid));
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], ''));
    process.once('exit', () => rmSync(file, { force: true }));
    return true;
  }

  releaseSingleInstanceLock(): void {
    rmSync(path.join(this.getPath('userData'), 'stand-in.lock'), { force: true });
  }

  setLoginItemSettings(settings: { openAtLogin?: boolean }): void {
    note({ note: 'loginItem', on: settings.openAtLogin ?? false });
  }

  quit(): void {
    if (this.#quitting) return;
    if (!this.#isReady) process.exit(0);
    if (this.ask('before-quit')) return;
    if (!closeAllWindows()) return;
    if (this.ask('will-quit')) return;
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.#quitting) return;
    this.#quitting = true;
    destroyAllWindows();
    this.emit('quit', {}, code);
    void closeBrowser().then(() => process.exit(code));
  }
}

function readPid(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const app = loud('app', new StandInApp());
