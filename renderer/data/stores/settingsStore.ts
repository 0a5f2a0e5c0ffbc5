import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Language } from '#shared/contract/language.ts';
import { readLanguage, readSettings, type Settings } from './settings.ts';

/** The used part of `localStorage`. Each call may throw (private windows, a full disk). */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface SettingsState extends Settings {
  language: Language;
  /** True if invalid stored settings were replaced by defaults. */
  fellBack: boolean;
  set(change: Partial<Omit<Settings, 'version'>>): void;
  setLanguage(language: Language): void;
  /** Reads the settings that another window of this browser has stored. */
  refresh(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

/** The language has its own storage key, for compatibility. */
export const LANGUAGE_KEY = 'lang';
export const SETTINGS_KEY = 'ringside.settings';
/** Backup of invalid stored settings. */
export const BROKEN_KEY = 'ringside.settings.broken';

/** Creates the store of this device's settings. It writes every change to the storage. */
export function createSettingsStore(storage: KeyValueStore): SettingsStore {
  let lastStored = read(storage, SETTINGS_KEY);
  const { settings, fellBack } = readSettings(lastStored);
  if (fellBack && lastStored !== null) write(storage, BROKEN_KEY, lastStored);

  return createStore<SettingsState>()((set, get) => {
    /** Returns settings that another window has stored since; this window's if there are none or they are invalid. */
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
        // Merge with the stored settings, so that changes of other windows are not overwritten.
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
    // Without storage, the setting lasts until the page is closed.
  }
}
