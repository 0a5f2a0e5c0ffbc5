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

describe('the settings of a device', () => {
  it('start in Japanese, dark, with Aura and sky', () => {
    const settings = createSettingsStore(new Memory()).getState();
    expect(settings).toMatchObject({ language: 'ja', dark: true, theme: 0, primary: 'sky', fellBack: false });
  });

  it('are there again when the page is opened anew', () => {
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

  it('of before a setting existed are read with its default, and nothing is thrown away', () => {
    const { simpleMenu, menuColour, keys, ...before } = defaultSettings;
    expect(readSettings(JSON.stringify({ ...before, dark: false }))).toEqual({
      settings: { ...before, dark: false, simpleMenu, menuColour, keys },
      fellBack: false,
    });
    expect([simpleMenu, menuColour, keys]).toEqual([false, '#FFFFFF', {}]);
  });

  it('that were stored in part are the defaults for the rest, which was never chosen', () => {
    expect(readSettings('{"version":1,"dark":false}')).toEqual({
      settings: { ...defaultSettings, dark: false },
      fellBack: false,
    });
  });

  it('take a colour of the menu that is one of its presets alone', () => {
    const stored = (menuColour: string) => JSON.stringify({ ...defaultSettings, menuColour });
    expect(readSettings(stored('#0C4A6E')).settings.menuColour).toBe('#0C4A6E');
    expect(readSettings(stored('#123456'))).toEqual({ settings: defaultSettings, fellBack: true });
  });

  it.each([-1, 2, 7, 1.5])('take any number for a theme, also %s', (theme) => {
    const { settings, fellBack } = readSettings(JSON.stringify({ ...defaultSettings, theme }));
    expect([settings.theme, fellBack]).toEqual([theme, false]);
  });

  it('of two windows of one browser do not write over each other', () => {
    const storage = new Memory();
    const [one, other] = [createSettingsStore(storage), createSettingsStore(storage)];
    one.getState().set({ dark: false });
    other.getState().set({ simpleMenu: true });
    expect(createSettingsStore(storage).getState()).toMatchObject({ dark: false, simpleMenu: true });
    other.getState().setLanguage('en');
    one.getState().refresh();
    expect(one.getState()).toMatchObject({ simpleMenu: true, language: 'en' });
  });

  it('lose a value that does not fit, and only that one, and say so', () => {
    const { settings, fellBack } = readSettings(
      JSON.stringify({ ...defaultSettings, primary: 'mauve', dark: false, username: 'misaki' }),
    );
    expect(fellBack).toBe(true);
    expect(settings).toEqual({ ...defaultSettings, dark: false, username: 'misaki' });
  });

  it('keep what could not be read aside instead of writing over it', () => {
    const storage = new Memory();
    storage.setItem('ringside.settings', '{"version":99,"dark":');
    const settings = createSettingsStore(storage).getState();
    expect(settings.fellBack).toBe(true);
    settings.set({ dark: false });
    expect(storage.values.get('ringside.settings.broken')).toBe('{"version":99,"dark":');
  });

  it('are sound whatever was stored', () => {
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

  it('are those of the defaults when the stored ones are of another version', () => {
    const stored = JSON.stringify({ ...defaultSettings, version: 2, dark: false });
    expect(readSettings(stored)).toEqual({ settings: defaultSettings, fellBack: true });
  });

  it('hold until the page is left where nothing can be stored', () => {
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

  it('speak Japanese where the stored language is none of ours', () => {
    expect(readLanguage('fr')).toBe('ja');
    expect(readLanguage(null)).toBe('ja');
    expect(readLanguage('zh_CN')).toBe('zh_CN');
  });
});
