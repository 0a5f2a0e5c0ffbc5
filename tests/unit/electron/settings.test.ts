import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  defaultSettings,
  migrate,
  openSettings,
  readSettings,
  SETTINGS_VERSION,
} from '#electron/settings/settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ringside-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'settings.json');

/** Opens the settings with a store that, like electron-store, writes to the file. */
function open() {
  return openSettings({
    folder,
    name: 'settings',
    now: () => 1_700_000_000_000,
    openStore: ({ cwd, name }) => ({
      get store() {
        return JSON.parse(readFileSync(path.join(cwd, `${name}.json`), 'utf8'));
      },
      set store(value) {
        writeFileSync(path.join(cwd, `${name}.json`), JSON.stringify(value));
      },
    }),
  });
}

describe('settings file', () => {
  it('starts with the defaults, in Japanese', () => {
    expect(open().current).toEqual(defaultSettings);
    expect(open().backupFile).toBeNull();
    expect(defaultSettings.language).toBe('ja');
  });

  it('keeps changes across a restart', () => {
    open().update({ language: 'en', startWithSystem: true });
    expect(open().current).toMatchObject({ language: 'en', startWithSystem: true });
  });

  it.each(['', '{', 'null', '[]', '"text"', '{"version": 99}', '{"language": "en"}', '\u0000\u0001'])(
    'renames an unreadable file with content %j and uses the defaults',
    (content) => {
      writeFileSync(file(), content);
      const opened = open();
      expect(opened.current).toEqual(defaultSettings);
      expect(opened.dropped).toEqual(['file']);
      expect(readFileSync(opened.backupFile ?? '', 'utf8')).toBe(content);
      expect(readdirSync(folder).sort()).toEqual(['settings.broken-1700000000000.json', 'settings.json']);
    },
  );

  it('replaces only the invalid fields with defaults', () => {
    writeFileSync(
      file(),
      JSON.stringify({ ...defaultSettings, language: 'en', updateFeed: 'http://plain.test/' }),
    );
    const opened = open();
    expect(opened.dropped).toEqual(['updateFeed']);
    expect(opened.current).toMatchObject({ language: 'en', updateFeed: '' });
    expect(opened.backupFile).not.toBeNull();
  });

  it('reads complete settings from any stored content', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(defaultSettings)), fc.jsonValue()),
        (stored) => {
          const { settings } = readSettings({ ...stored, version: SETTINGS_VERSION });
          expect(readSettings(settings)).toEqual({ settings, dropped: [] });
        },
      ),
    );
  });

  it('migrates version 1 by adding an empty server address', () => {
    const { server: _server, ...known } = defaultSettings;
    const stored = { ...known, version: 1, language: 'en', startWithSystem: true };
    expect(readSettings(stored)).toEqual({
      settings: { ...defaultSettings, language: 'en', startWithSystem: true },
      dropped: [],
    });
  });

  it('migrates version 2, which had no window for the wall', () => {
    const { wallWindow: _wallWindow, ...known } = defaultSettings;
    expect(readSettings({ ...known, version: 2, language: 'en' })).toEqual({
      settings: { ...defaultSettings, language: 'en' },
      dropped: [],
    });
  });

  it('migrates version 3, which had no global keys', () => {
    const { globalKeys: _globalKeys, ...known } = defaultSettings;
    expect(readSettings({ ...known, version: 3, language: 'en' })).toEqual({
      settings: { ...defaultSettings, language: 'en' },
      dropped: [],
    });
  });

  it('migrates version 4, which did not know which windows were in full screen', () => {
    const place = { x: 10, y: 20, width: 1200, height: 800, maximized: false };
    const stored = { ...defaultSettings, version: 4, language: 'en', mainWindow: place, wallWindow: null };
    expect(readSettings(stored)).toEqual({
      settings: { ...defaultSettings, language: 'en', mainWindow: { ...place, fullScreen: false } },
      dropped: [],
    });
  });

  it.each([
    ['http://ringside.test/', ''],
    ['https://me:secret@ringside.test/', ''],
    ['https://me@ringside.test/', ''],
    ['file:///etc/passwd', ''],
    ['http://localhost.evil.test/', ''],
    ['https://ringside.test/', 'https://ringside.test/'],
    ['http://127.0.0.1:5180', 'http://127.0.0.1:5180'],
    ['http://[::1]:5180', 'http://[::1]:5180'],
    ['http://localhost:5180', 'http://localhost:5180'],
  ])('reads the server address %s as %j', (server, expected) => {
    expect(readSettings({ ...defaultSettings, server }).settings.server).toBe(expected);
  });

  it('runs every migration from the stored version to the newest, in order', () => {
    const steps = [
      (old: Readonly<Record<string, unknown>>) => ({ ...old, way: [old.way, 'a'] }),
      (old: Readonly<Record<string, unknown>>) => ({ ...old, way: [old.way, 'b'] }),
    ];
    expect(migrate({ version: 1, way: 0 }, steps)).toEqual({ version: 3, way: [[0, 'a'], 'b'] });
    expect(migrate({ version: 2, way: 0 }, steps)).toEqual({ version: 3, way: [0, 'b'] });
    expect(migrate({ version: 4 }, steps)).toBeNull();
  });
});
