import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Language, readLanguage, readSettings, type Settings } from './settings.ts';

/** The part of `localStorage` that is used; either call may throw (private windows, a full disk). */
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
}

export type SettingsStore = StoreApi<SettingsState>;

/** The language stands alone under the key that the product has always used for it. */
const LANGUAGE_KEY = 'lang';
const SETTINGS_KEY = 'ringside.settings';
/** What could not be read is kept here, so that nothing a user chose is destroyed unseen. */
const BROKEN_KEY = 'ringside.settings.broken';

/** Settings of this device, read at once and written at each change. */
export function createSettingsStore(storage: KeyValueStore): SettingsStore {
  const stored = read(storage, SETTINGS_KEY);
  const { settings, fellBack } = readSettings(stored);
  if (fellBack && stored !== null) write(storage, BROKEN_KEY, stored);

  return createStore<SettingsState>()((set, get) => ({
    ...settings,
    language: readLanguage(read(storage, LANGUAGE_KEY)),
    fellBack,
    set: (change) => {
      set(change);
      const {
        language: _language,
        fellBack: _fellBack,
        set: _set,
        setLanguage: _setLanguage,
        ...kept
      } = get();
      write(storage, SETTINGS_KEY, JSON.stringify(kept));
    },
    setLanguage: (language) => {
      set({ language });
      write(storage, LANGUAGE_KEY, language);
    },
  }));
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
