import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCache } from '#electron/system/clearCache.ts';
import { createQuitGuard } from '#electron/system/exit.ts';
import { createLog } from '#electron/system/logFile.ts';
import { menuTemplate } from '#electron/system/menu.ts';
import { createPowerSave } from '#electron/system/powerSave.ts';
import { desktopEntry, setStartWithSystem } from '#electron/system/startWithSystem.ts';
import { translator } from '#electron/system/translate.ts';
import { helpPage } from '#electron/windows/helpPage.ts';
import { languages } from '#shared/contract/language.ts';

// electron-log keeps a reference to `console.error` from its import on.
const printed = vi.hoisted(() => vi.spyOn(console, 'error'));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ringside-system-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('log file', () => {
  const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');

  it('rotates within its size limit and has the newest lines in the current file', () => {
    const log = createLog({ folder, maxBytes: 50_000, keep: 2 });
    for (let line = 0; line < 2000; line += 1)
      log('info', `line ${line} 日本語日本語日本語日本語日本語日本語`);
    expect(readdirSync(folder).sort()).toEqual(['ringside.1.log', 'ringside.2.log', 'ringside.log']);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(50_000);
    const lines = ['ringside.2.log', 'ringside.1.log', 'ringside.log'].flatMap((name) =>
      Array.from(textOf(name).matchAll(/line (\d+)/g), ([, line]) => Number(line)),
    );
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => 2000 - lines.length + index));
  });

  it('stays within its size limit when the longest messages fill it', () => {
    const log = createLog({ folder, maxBytes: 26_000 });
    log('info', 'short');
    for (let line = 0; line < 3; line += 1) log('error', '\n日'.repeat(8000));
    expect(readdirSync(folder)).toHaveLength(3);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(26_000);
  });

  it('appends to the log of the last start and puts a time and a level before each message', () => {
    writeFileSync(path.join(folder, 'ringside.log'), 'first\n');
    const log = createLog({ folder });
    log('warn', 'second');
    log('error', 'third %s %c 100%\nat a.ts');
    const lines = textOf('ringside.log').split(/\r?\n/);
    expect(lines.map((line) => line.replace(/^[\d-]{10}T[\d:.]{12}Z /, '@ '))).toEqual([
      'first',
      '@ warn second',
      '@ error third %s %c 100%',
      '  at a.ts',
      '',
    ]);
  });

  it('ignores write errors and prints nothing', () => {
    const blocked = path.join(folder, 'file');
    writeFileSync(blocked, '');
    const log = createLog({ folder: path.join(blocked, 'logs') });
    expect(() => log('error', 'x')).not.toThrow();
    expect(printed).not.toHaveBeenCalled();
  });

  it('continues in the current file while a full one cannot be renamed', () => {
    mkdirSync(path.join(folder, 'ringside.1.log', 'in the way'), { recursive: true });
    const log = createLog({ folder, maxBytes: 26_000, keep: 1 });
    for (let line = 0; line < 100; line += 1) log('info', `line ${line} ${'x'.repeat(50)}`);
    expect(textOf('ringside.log')).toContain('line 99');
  });

  it('cuts a very long message', () => {
    createLog({ folder })('info', 'x'.repeat(1_000_000));
    expect(statSync(path.join(folder, 'ringside.log')).size).toBeLessThan(10_000);
  });
});

describe('clearCache', () => {
  it('deletes only caches, full logs and temporary files, and returns the freed bytes', async () => {
    const put = (name: string, bytes: number) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x'.repeat(bytes));
    };
    const kept = [
      'backstage/presets.json',
      'backstage/shows/1/journal.db',
      'settings.json',
      'Local Storage/1.log',
    ];
    for (const name of kept) put(name, 10);
    put('logs/ringside.log', 10);
    put('logs/ringside.1.log', 100);
    put('temp/half/download', 1000);
    put('GPUCache/data_0', 10_000);
    put('Code Cache/js/1', 100_000);
    let cache = 1_000_000;
    const freed = await clearCache({
      userData: folder,
      logFolder: path.join(folder, 'logs'),
      tempFolder: path.join(folder, 'temp'),
      session: {
        getCacheSize: async () => cache,
        clearCache: async () => {
          cache = 0;
        },
        clearCodeCaches: async () => rmSync(path.join(folder, 'Code Cache'), { recursive: true }),
      },
    });
    expect(freed).toBe(1_111_100);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
    expect(left.sort()).toEqual([...kept, 'logs/ringside.log'].sort());
  });
});

describe('quit guard', () => {
  function setUp(busy: boolean) {
    const answers: ((leave: boolean) => void)[] = [];
    let quits = 0;
    const guard = createQuitGuard({
      isBusy: () => busy,
      ask: () => new Promise((resolve) => answers.push(resolve)),
      quit: () => {
        quits += 1;
      },
    });
    return { guard, answers, quits: () => quits };
  }

  it('allows closing without a question when no show is running', () => {
    const { guard, answers } = setUp(false);
    expect(guard.mayClose()).toBe(true);
    expect(answers).toHaveLength(0);
  });

  it('asks once for several attempts to close, and stays open after a no', async () => {
    const { guard, answers, quits } = setUp(true);
    expect([guard.mayClose(), guard.mayClose(), guard.mayClose()]).toEqual([false, false, false]);
    expect(answers).toHaveLength(1);
    answers[0]?.(false);
    await expect.poll(() => guard.mayClose() || answers.length === 2).toBe(true);
    expect(quits()).toBe(0);
  });

  it('quits after a yes without another question', async () => {
    const { guard, answers, quits } = setUp(true);
    guard.mayClose();
    answers[0]?.(true);
    await expect.poll(quits).toBe(1);
    expect(guard.mayClose()).toBe(true);
    expect(answers).toHaveLength(1);
  });
});

describe('power save', () => {
  it('keeps the display awake only during a show', () => {
    const held = new Set<number>();
    let last = 0;
    const setBusy = createPowerSave({
      start: () => {
        last += 1;
        held.add(last);
        return last;
      },
      stop: (id) => held.delete(id),
    });
    for (const busy of [true, true, false, true]) setBusy(busy);
    expect([...held]).toEqual([2]);
    setBusy(false);
    setBusy(false);
    expect(held.size).toBe(0);
  });
});

describe('start with the system', () => {
  it('writes an autostart entry on Linux and deletes it again', () => {
    const asked: unknown[] = [];
    const app = { setLoginItemSettings: (settings: unknown) => asked.push(settings) };
    const autostartFolder = path.join(folder, 'autostart');
    const options = { app, autostartFolder, program: '/opt/Ringside/ringside' };
    setStartWithSystem(true, { ...options, platform: 'linux' });
    expect(readFileSync(path.join(autostartFolder, 'ringside.desktop'), 'utf8')).toContain(
      'Exec="/opt/Ringside/ringside"',
    );
    setStartWithSystem(false, { ...options, platform: 'linux' });
    expect(readdirSync(autostartFolder)).toEqual([]);
    setStartWithSystem(true, { ...options, platform: 'win32' });
    expect(asked).toEqual([{ openAtLogin: true }]);
  });

  it('keeps the old entry if the new one cannot be written', () => {
    const app = { setLoginItemSettings: () => {} };
    const startedAs = (program: string) =>
      setStartWithSystem(true, { app, platform: 'linux', autostartFolder: folder, program });
    startedAs('/opt/Ringside-1.AppImage');
    mkdirSync(path.join(folder, 'ringside.desktop.next'));
    expect(() => startedAs('/opt/Ringside-2.AppImage')).toThrow();
    expect(readFileSync(path.join(folder, 'ringside.desktop'), 'utf8')).toBe(
      desktopEntry('/opt/Ringside-1.AppImage'),
    );
  });

  it('quotes the path of the program', () => {
    expect(desktopEntry('/home/a $b/100%/"x"')).toContain('Exec="/home/a \\\\$b/100%%/\\\\"x\\\\""');
  });
});

describe('texts of the main process', () => {
  it.each(languages)('are complete in %s, in the menu and on the help page', (language) => {
    const t = translator(language);
    const actions = {
      openWorkbench: () => {},
      openWall: () => {},
      showLogs: () => {},
      checkUpdate: () => {},
      about: () => {},
    };
    const menus = ['win32', 'darwin', 'linux'] as const;
    const shown = JSON.stringify(menus.map((platform) => menuTemplate({ t, platform, actions })));
    const state = { state: 'failed', crashes: 3, problem: null } as const;
    const page = helpPage({ t, language, state, logFolder: '/logs/<b>&"' });
    expect(shown + page).not.toMatch(/desktop\.[a-z]/);
    expect(page).toContain('/logs/&lt;b&gt;&amp;&quot;');
  });

  it('include the reason of a failed start on the help page', () => {
    const state = {
      state: 'failed',
      crashes: 0,
      problem: { code: 'storage.unwritable', params: { path: '/x' } },
    } as const;
    const page = helpPage({ t: translator('en'), language: 'en', state, logFolder: '/logs' });
    expect(page).toContain(translator('en')('error.storage.unwritable', { path: '/x' }));
    expect(page).not.toContain('error.storage');
  });
});
