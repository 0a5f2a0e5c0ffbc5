import { z } from 'zod';
import { type Preferences, preferencesSchema } from '#shared/contract/desktop.ts';
import { windowPlaceSchema } from '../windows/windowPlace.ts';

/** The stored form of the settings; raise it with a migration whenever the shape changes. */
export const SETTINGS_VERSION = 2;

export const settingsSchema = preferencesSchema.extend({
  version: z.literal(SETTINGS_VERSION),
  mainWindow: windowPlaceSchema.nullable(),
  workbenchPlace: windowPlaceSchema.pick({ x: true, y: true }).nullable(),
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
  mainWindow: null,
  workbenchPlace: null,
};

type Stored = Readonly<Record<string, unknown>>;

/** A step from one version to the next; the step at index 0 makes version 2 of version 1. */
export type Migration = (old: Stored) => Stored;

const migrations: readonly Migration[] = [
  // Version 1 knew no server.
  (old) => ({ ...old, server: '' }),
];

if (SETTINGS_VERSION !== migrations.length + 1) throw new Error('a migration of the settings is missing');

export interface ReadSettings {
  settings: Settings;
  /** Names of what could not be used and fell back to its default; `file` when nothing could. */
  dropped: string[];
}

/** Reads stored content of any version: migrates it, and gives each field that does not fit its default. */
export function readSettings(content: unknown): ReadSettings {
  const stored = migrate(content, migrations);
  if (stored === null) return { settings: defaultSettings, dropped: ['file'] };
  const candidate = { ...stored };
  const dropped = faultyFields(candidate);
  for (const name of dropped) Reflect.set(candidate, name, Reflect.get(defaultSettings, name));
  return { settings: settingsSchema.parse(candidate), dropped };
}

/** Content brought to the newest version; null for what is no settings, or settings of a newer app. */
export function migrate(content: unknown, steps: readonly Migration[]): Stored | null {
  const newest = steps.length + 1;
  const read = z.looseObject({ version: z.number().int().min(1).max(newest) }).safeParse(content);
  if (!read.success) return null;
  const migrated = steps.slice(read.data.version - 1).reduce<Stored>((old, step) => step(old), read.data);
  return { ...migrated, version: newest };
}

export function preferencesOf(settings: Settings): Preferences {
  return preferencesSchema.parse(settings);
}

function faultyFields(candidate: Stored): string[] {
  const parsed = settingsSchema.safeParse(candidate);
  if (parsed.success) return [];
  return [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
}
