import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { defaultSettings, readSettings, type Settings } from './settings.ts';

/** The part of an electron-store that is used: it writes whole files, atomically. */
export interface SettingsStore {
  store: Record<string, unknown>;
}

export interface SettingsFileOptions {
  /** The folder and the name without ending of the file. */
  folder: string;
  name: string;
  openStore: (options: { cwd: string; name: string; clearInvalidConfig: boolean }) => SettingsStore;
  now: () => number;
}

export interface SettingsFile {
  readonly current: Settings;
  /** Where an unusable file was put aside, null when all was well. */
  readonly keptAside: string | null;
  readonly dropped: readonly string[];
  update(change: Partial<Settings>): Settings;
}

/**
 * Opens the settings. A file that cannot be used, or only in part, is kept aside under a name with the time
 * before the defaults take its place, so that nothing a host set up is lost to a half-written file.
 */
export function openSettings(options: SettingsFileOptions): SettingsFile {
  const file = path.join(options.folder, `${options.name}.json`);
  const found = existsSync(file);
  const read = found
    ? readSettings(parse(readFileSync(file, 'utf8')))
    : { settings: defaultSettings, dropped: [] };
  let keptAside: string | null = null;
  if (read.dropped.length > 0) {
    keptAside = path.join(options.folder, `${options.name}.broken-${options.now()}.json`);
    renameSync(file, keptAside);
  }
  const store = options.openStore({ cwd: options.folder, name: options.name, clearInvalidConfig: true });
  let current = read.settings;
  store.store = { ...current };
  return {
    get current() {
      return current;
    },
    keptAside,
    dropped: read.dropped,
    update: (change) => {
      current = { ...current, ...change };
      store.store = { ...current };
      return current;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
