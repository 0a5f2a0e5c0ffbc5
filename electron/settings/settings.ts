import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Preferences, preferencesSchema } from '#shared/contract/desktop.ts';
import { parseJson } from '#shared/json.ts';
import { windowPlaceSchema } from '../windows/windowPlace.ts';

/** Version of the stored settings. A change of their shape needs a new version and a migration. */
export const SETTINGS_VERSION = 5;

const settingsSchema = preferencesSchema.extend({
  version: z.literal(SETTINGS_VERSION),
  mainWindow: windowPlaceSchema.nullable(),
  workbenchPlace: windowPlaceSchema.pick({ x: true, y: true }).nullable(),
  wallWindow: windowPlaceSchema.nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  version: SETTINGS_VERSION,
  language: 'ja',
  startWithSystem: false,
  checkForUpdates: true,
  updateFeed: '',
  server: '',
  workbench: { layout: 'horizontal', alwaysOnTop: false, transparent: false },
  globalKeys: {},
  mainWindow: null,
  workbenchPlace: null,
  wallWindow: null,
};

type Stored = Readonly<Record<string, unknown>>;

/** Migrates from one version to the next. The migration at index 0 turns version 1 into version 2. */
type Migration = (old: Stored) => Stored;

const migrations: readonly Migration[] = [
  // Version 1 had no server address.
  (old) => ({ ...old, server: '' }),
  // Version 2 had no window for the wall.
  (old) => ({ ...old, wallWindow: null }),
  // Version 3 had no global keys.
  (old) => ({ ...old, globalKeys: {} }),
  // Version 4 did not know which windows were in full screen.
  ({ mainWindow, wallWindow, ...old }) => ({
    ...old,
    mainWindow: withFullScreen(mainWindow),
    wallWindow: withFullScreen(wallWindow),
  }),
];

function withFullScreen(place: unknown): unknown {
  return place === null || place === undefined ? place : { ...Object(place), fullScreen: false };
}

if (SETTINGS_VERSION !== migrations.length + 1) throw new Error('a migration of the settings is missing');

interface ReadSettings {
  settings: Settings;
  /** Names of the settings that were invalid and got their default; `file` when the whole file was invalid. */
  dropped: string[];
}

/** Reads stored content of any version: migrates it and replaces each invalid field with its default. */
export function readSettings(content: unknown): ReadSettings {
  const stored = migrate(content, migrations);
  if (stored === null) return { settings: defaultSettings, dropped: ['file'] };
  const candidate = { ...stored };
  const dropped = invalidFields(candidate);
  for (const name of dropped) Reflect.set(candidate, name, Reflect.get(defaultSettings, name));
  return { settings: settingsSchema.parse(candidate), dropped };
}

/** Migrates content to the newest version. Returns null for content without a version or of a newer app. */
export function migrate(content: unknown, steps: readonly Migration[]): Stored | null {
  const newest = steps.length + 1;
  const read = z.looseObject({ version: z.number().int().min(1).max(newest) }).safeParse(content);
  if (!read.success) return null;
  const migrated = steps.slice(read.data.version - 1).reduce<Stored>((old, step) => step(old), read.data);
  return { ...migrated, version: newest };
}

/** Returns the settings that pages may read and change. */
export function preferencesOf(settings: Settings): Preferences {
  return preferencesSchema.parse(settings);
}

function invalidFields(candidate: Stored): string[] {
  const parsed = settingsSchema.safeParse(candidate);
  if (parsed.success) return [];
  return [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
}

/** The part of electron-store that is used. Setting `store` writes the whole file atomically. */
interface SettingsStore {
  store: Record<string, unknown>;
}

export interface SettingsFileOptions {
  folder: string;
  /** The file's name without its extension. */
  name: string;
  openStore: (options: { cwd: string; name: string; clearInvalidConfig: boolean }) => SettingsStore;
  now: () => number;
}

export interface SettingsFile {
  readonly current: Settings;
  /** The path of the renamed file if the file was not fully readable; null otherwise. */
  readonly backupFile: string | null;
  /** Names of the settings that got their default, as in `ReadSettings`. */
  readonly dropped: readonly string[];
  update(change: Partial<Settings>): Settings;
}

/**
 * Opens the settings file. If the file or one of its fields is not readable, the file is renamed to a name with the
 * time, and a new file is written with defaults for what was not readable.
 */
export function openSettings(options: SettingsFileOptions): SettingsFile {
  const file = path.join(options.folder, `${options.name}.json`);
  const read = existsSync(file)
    ? readSettings(parseJson(readFileSync(file, 'utf8')))
    : { settings: defaultSettings, dropped: [] };
  let backupFile: string | null = null;
  if (read.dropped.length > 0) {
    backupFile = path.join(options.folder, `${options.name}.broken-${options.now()}.json`);
    renameSync(file, backupFile);
  }
  const store = options.openStore({ cwd: options.folder, name: options.name, clearInvalidConfig: true });
  let current = read.settings;
  store.store = { ...current };
  return {
    get current() {
      return current;
    },
    backupFile,
    dropped: read.dropped,
    update: (change) => {
      current = { ...current, ...change };
      store.store = { ...current };
      return current;
    },
  };
}
