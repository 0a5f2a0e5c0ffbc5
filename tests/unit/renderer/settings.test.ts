import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  readLanguage,
  readSettings,
  settingsSchema,
} from '#renderer/data/stores/settings.ts';
import { createSettingsStore, type KeyValueStore } from '#renderer/data/stores/settingsStore.ts';

class Memory implements KeyValueStore {
  readonly values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
}

describe('settings', () => {
  it('default to Japanese, dark, Aura and sky', () => {
    const settings = createSettingsStore(new Memory()).getState();
    expect(settings).toMatchObject({ language: 'ja', dark: true, theme: 0, primary: 'sky', fellBack: false });
  });

  it('are restored when the page is opened again', () => {
    const storage = new Memory();
    const first = createSettingsStore(storage).getState();
    first.set({ theme: 2, dark: false, username: 'misaki' });
    first.setLanguage('zh_CN');
    expect(storage.values.get('lang')).toBe('zh_CN');
    expect(createSettingsStore(storage).getState()).toMatchObject({
      theme: 2,
      dark: false,
      username: 'misaki',
      language: 'zh_CN',
      fellBack: false,
    });
  });

  it('get the default of a setting that did not exist when they were stored', () => {
    const { simpleMenu, menuColour, keys, ...before } = defaultSettings;
    expect(readSettings(JSON.stringify({ ...before, dark: false }))).toEqual({
      settings: { ...before, dark: false, simpleMenu, menuColour, keys },
      fellBack: false,
    });
    expect([simpleMenu, menuColour, keys]).toEqual([false, '#FFFFFF', {}]);
  });

  it('get the defaults of values that were not stored', () => {
    expect(readSettings('{"version":1,"dark":false}')).toEqual({
      settings: { ...defaultSettings, dark: false },
      fellBack: false,
    });
  });

  it('reject a menu colour that is not a preset', () => {
    const stored = (menuColour: string) => JSON.stringify({ ...defaultSettings, menuColour });
    expect(readSettings(stored('#0C4A6E')).settings.menuColour).toBe('#0C4A6E');
    expect(readSettings(stored('#123456'))).toEqual({ settings: defaultSettings, fellBack: true });
  });

  it.each([-1, 2, 7, 1.5])('accept any number as theme, also %s', (theme) => {
    const { settings, fellBack } = readSettings(JSON.stringify({ ...defaultSettings, theme }));
    expect([settings.theme, fellBack]).toEqual([theme, false]);
  });

  it('of two windows do not overwrite each other', () => {
    const storage = new Memory();
    const [one, other] = [createSettingsStore(storage), createSettingsStore(storage)];
    one.getState().set({ dark: false });
    other.getState().set({ simpleMenu: true });
    expect(createSettingsStore(storage).getState()).toMatchObject({ dark: false, simpleMenu: true });
    other.getState().setLanguage('en');
    one.getState().refresh();
    expect(one.getState()).toMatchObject({ simpleMenu: true, language: 'en' });
  });

  it('replace only an invalid value and report it', () => {
    const { settings, fellBack } = readSettings(
      JSON.stringify({ ...defaultSettings, primary: 'mauve', dark: false, username: 'misaki' }),
    );
    expect(fellBack).toBe(true);
    expect(settings).toEqual({ ...defaultSettings, dark: false, username: 'misaki' });
  });

  it('back up unreadable stored settings', () => {
    const storage = new Memory();
    storage.setItem('ringside.settings', '{"version":99,"dark":');
    const settings = createSettingsStore(storage).getState();
    expect(settings.fellBack).toBe(true);
    settings.set({ dark: false });
    expect(storage.values.get('ringside.settings.broken')).toBe('{"version":99,"dark":');
  });

  it('are valid for any stored value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((v) => JSON.stringify({ ...defaultSettings, dark: v })),
        ),
        (stored) => {
          const { settings } = readSettings(stored);
          expect(settingsSchema.safeParse(settings).success).toBe(true);
        },
      ),
    );
  });

  it('fall back to the defaults when the stored version differs', () => {
    const stored = JSON.stringify({ ...defaultSettings, version: 2, dark: false });
    expect(readSettings(stored)).toEqual({ settings: defaultSettings, fellBack: true });
  });

  it('last until the page is closed when the storage fails', () => {
    const full: KeyValueStore = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    };
    const store = createSettingsStore(full);
    store.getState().set({ dark: false });
    store.getState().setLanguage('en');
    expect(store.getState()).toMatchObject({ dark: false, language: 'en' });
  });

  it('use Japanese when the stored language is unknown', () => {
    expect(readLanguage('fr')).toBe('ja');
    expect(readLanguage(null)).toBe('ja');
    expect(readLanguage('zh_CN')).toBe('zh_CN');
  });
});
