import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Language } from '#shared/contract/language.ts';
import { readLanguage, readSettings, type Settings } from './settings.ts';

/** The part of `localStorage` that is used; each call may throw (private windows, a full disk). */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface SettingsState extends Settings {
  language: Language;
  /** The stored settings did not fit and were replaced, at least in part, by defaults. */
  fellBack: boolean;
  set(change: Partial<Omit<Settings, 'version'>>): void;
  setLanguage(language: Language): void;
  /** Takes over what another window of this browser has stored meanwhile. */
  refresh(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

/** The language stands alone under the key that the product has always used for it. */
export const LANGUAGE_KEY = 'lang';
export const SETTINGS_KEY = 'ringside.settings';
/** What could not be read is kept here, so that nothing a user chose is destroyed unseen. */
export const BROKEN_KEY = 'ringside.settings.broken';

/** Settings of this device, read at once and written at each change. */
export function createSettingsStore(storage: KeyValueStore): SettingsStore {
  let lastStored = read(storage, SETTINGS_KEY);
  const { settings, fellBack } = readSettings(lastStored);
  if (fellBack && lastStored !== null) write(storage, BROKEN_KEY, lastStored);

  return createStore<SettingsState>()((set, get) => {
    /** Settings that were stored since, unless they cannot be read: then those of this window are better. */
    const fresh = (): Settings => {
      const stored = read(storage, SETTINGS_KEY);
      if (stored !== null && stored !== lastStored) {
        const answer = readSettings(stored);
        if (!answer.fellBack) return answer.settings;
      }
      return settingsOf(get());
    };
    return {
      ...settings,
      language: readLanguage(read(storage, LANGUAGE_KEY)),
      fellBack,
      set: (change) => {
        // Another window may have stored another choice: only what is changed here is written over.
        const next = { ...fresh(), ...change };
        lastStored = JSON.stringify(next);
        write(storage, SETTINGS_KEY, lastStored);
        set(next);
      },
      setLanguage: (language) => {
        write(storage, LANGUAGE_KEY, language);
        set({ language });
      },
      refresh: () => {
        const language = read(storage, LANGUAGE_KEY);
        set({ ...fresh(), ...(language === null ? {} : { language: readLanguage(language) }) });
        lastStored = read(storage, SETTINGS_KEY);
      },
    };
  });
}

function settingsOf(state: SettingsState): Settings {
  const { language: _language, fellBack: _fellBack, set: _set, setLanguage: _setLanguage, ...kept } = state;
  const { refresh: _refresh, ...settings } = kept;
  return settings;
}

function read(storage: KeyValueStore, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: KeyValueStore, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // The choice holds until the page is left; there is nothing better to do without storage.
  }
}
