import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import {
  filesOfLook,
  type HostTheme,
  hostThemeSchema,
  MOST_THEMES,
  THEME_VERSION,
} from '#shared/contract/overlay/look.ts';
import { freeThemeName } from '#shared/overlay/hostTheme.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from './storedFile.ts';

/** How long a deleted theme can be restored (ms). */
const KEPT_MS = 7 * 24 * 3_600_000;

const deletedSchema = z.object({ theme: hostThemeSchema, at: z.number() });

interface StoredThemes {
  themes: HostTheme[];
  deleted: z.infer<typeof deletedSchema>[];
}

/** One migration for each version before the current one. */
const migrations: StoredShape<StoredThemes>['migrations'] = [];

/** Reads each theme by itself, so that a broken theme is dropped alone. */
export const themesShape: StoredShape<StoredThemes> = {
  migrations,
  read(content) {
    const stored = z.object({ themes: z.array(z.unknown()), deleted: z.array(z.unknown()) }).parse(content);
    const themes = stored.themes.flatMap((entry) => hostThemeSchema.safeParse(entry).data ?? []);
    const deleted = stored.deleted.flatMap((entry) => deletedSchema.safeParse(entry).data ?? []);
    const all = stored.themes.length + stored.deleted.length;
    return { value: { themes, deleted }, dropped: all - themes.length - deleted.length };
  },
};

if (THEME_VERSION !== migrations.length + 1) throw new Error('a migration of the themes is missing');

interface ThemeStoreParts {
  dataDir: string;
  newId(): string;
  now(): number;
  /** Whether the device has a picture or a font. */
  has(file: string): boolean;
  /** Called after each change; with the theme that was deleted. */
  changed(deleted: HostTheme | null): void;
}

/** Stores a host's themes, and deleted themes for a week. */
export class ThemeStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #parts: ThemeStoreParts;
  #stored: StoredThemes;

  constructor(parts: ThemeStoreParts) {
    this.#parts = parts;
    this.#path = join(parts.dataDir, 'themes.json');
    const read = readStored(this.#path, themesShape, parts.now());
    this.#stored = read.value ?? { themes: [], deleted: [] };
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(): void {
    const { value } = readStored(this.#path, themesShape, this.#parts.now());
    this.#stored = value ?? { themes: [], deleted: [] };
    this.#parts.changed(null);
  }

  list(): HostTheme[] {
    return this.#stored.themes;
  }

  /** The ids of the pictures and fonts of all themes, also of deleted ones. */
  *files(): Iterable<string> {
    const { themes, deleted } = this.#stored;
    for (const { look } of [...themes, ...deleted.map(({ theme }) => theme)]) yield* filesOfLook(look);
  }

  /** @throws RingsideError `theme.tooMany`, `theme.file`, `storage.full`. */
  create({ name, base, look }: Pick<HostTheme, 'name' | 'base' | 'look'>): HostTheme {
    this.#refuseTooMany();
    const { newId, now } = this.#parts;
    const theme = { version: THEME_VERSION, id: newId(), name, base, look, changedAt: now() } as const;
    return this.#put(theme, [...this.#stored.themes, theme]);
  }

  /** @throws RingsideError `theme.notFound`, `theme.stale`, `theme.file`, `storage.full`. */
  save(theme: HostTheme): HostTheme {
    const before = this.#get(theme.id);
    if (before.changedAt !== theme.changedAt) throw new RingsideError('theme.stale');
    // Always increase `changedAt`, even for two changes in a millisecond.
    const changed = { ...theme, changedAt: Math.max(this.#parts.now(), theme.changedAt + 1) };
    return this.#put(
      changed,
      this.#stored.themes.map((each) => (each === before ? changed : each)),
    );
  }

  /** @throws RingsideError `theme.notFound`, `storage.full`. */
  delete(id: string): void {
    const theme = this.#get(id);
    const at = this.#parts.now();
    const kept = this.#stored.deleted.filter((each) => each.at > at - KEPT_MS).slice(1 - MOST_THEMES);
    this.#write({
      themes: this.#stored.themes.filter((each) => each !== theme),
      deleted: [...kept, { theme, at }],
    });
    this.#parts.changed(theme);
  }

  /** @throws RingsideError `theme.notFound` when it is not kept any more, `theme.tooMany`, `storage.full`. */
  restore(id: string): HostTheme {
    const kept = this.#stored.deleted.find(({ theme }) => theme.id === id);
    if (kept === undefined) throw new RingsideError('theme.notFound');
    this.#refuseTooMany();
    const deleted = this.#stored.deleted.filter((each) => each !== kept);
    return this.#put(kept.theme, [...this.#stored.themes, kept.theme], deleted);
  }

  #get(id: string): HostTheme {
    const theme = this.#stored.themes.find((each) => each.id === id);
    if (theme === undefined) throw new RingsideError('theme.notFound');
    return theme;
  }

  #put(theme: HostTheme, themes: readonly HostTheme[], deleted = this.#stored.deleted): HostTheme {
    if (!filesOfLook(theme.look).every((file) => this.#parts.has(file)))
      throw new RingsideError('theme.file');
    const others = themes.filter(({ id }) => id !== theme.id);
    const named = {
      ...theme,
      name: freeThemeName(
        theme.name,
        others.map(({ name }) => name),
      ),
    };
    this.#write({ themes: themes.map((each) => (each === theme ? named : each)), deleted });
    this.#parts.changed(null);
    return named;
  }

  #refuseTooMany(): void {
    if (this.#stored.themes.length >= MOST_THEMES)
      throw new RingsideError('theme.tooMany', { limit: MOST_THEMES });
  }

  #write(stored: StoredThemes): void {
    writeStored(this.#path, themesShape, stored);
    this.#stored = stored;
  }
}
