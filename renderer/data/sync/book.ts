import { z } from 'zod';
import type { KeyValueStore } from '../stores/settingsStore.ts';

/**
 * What this device knows of an account's presets and shows: which revision it has of each, and by what content it
 * would notice a change. It can be thrown away at any time: everything is then compared anew, and nothing is lost.
 */
export const BOOK_VERSION = 1;

/** In place of a content's mark: saved by a newer version of the app, and not to be written over by this one. */
export const UNREADABLE = 'unreadable';
/** In place of a content's mark: the account has let go of it, and it is not sent again. */
export const LET_GO = 'let go';

const revision = z.int().min(0);
const entrySchema = z.object({ revision, mark: z.string().max(40) });
export type Entry = z.infer<typeof entrySchema>;

const pageSchema = z.object({
  /** The position in the account's changes up to which everything has been looked at. */
  since: revision,
  items: z.record(z.string(), entrySchema),
  /** Deleted here and not yet told to the server, by the revision that was deleted. */
  gone: z.record(z.string(), revision),
});
export type BookPage = z.infer<typeof pageSchema>;

const bookSchema = z.object({
  version: z.literal(BOOK_VERSION),
  presets: pageSchema,
  shows: pageSchema,
});
type Book = z.infer<typeof bookSchema>;

export type Chapter = 'presets' | 'shows';

const emptyPage = (): BookPage => ({ since: 0, items: {}, gone: {} });

/** The book of one account. Read anew each time, since other windows of this browser write in it as well. */
export class SyncBook {
  readonly #storage: KeyValueStore;
  readonly #key: string;
  /** Holds where there is no storage. */
  #text: string | null = null;

  constructor(storage: KeyValueStore, account: string) {
    this.#storage = storage;
    this.#key = `ringside.sync.${account}`;
  }

  page(chapter: Chapter): BookPage {
    return this.#read()[chapter];
  }

  change(chapter: Chapter, change: (page: BookPage) => void): void {
    const book = this.#read();
    change(book[chapter]);
    this.#text = JSON.stringify(book);
    try {
      this.#storage.setItem(this.#key, this.#text);
    } catch {
      // It holds until the page is left, and is made anew then.
    }
  }

  /** Writes down that an item is now the same here and there. */
  note(chapter: Chapter, id: string, entry: Entry): void {
    this.change(chapter, (page) => {
      page.items[id] = entry;
      delete page.gone[id];
    });
  }

  /** Writes down how far the account's changes have been looked at. */
  reach(chapter: Chapter, since: number): void {
    this.change(chapter, (page) => {
      page.since = since;
    });
  }

  forget(chapter: Chapter, id: string): void {
    this.change(chapter, (page) => {
      delete page.items[id];
      delete page.gone[id];
    });
  }

  #read(): Book {
    const parsed = bookSchema.safeParse(parse(this.#stored()));
    if (parsed.success) return parsed.data;
    return { version: BOOK_VERSION, presets: emptyPage(), shows: emptyPage() };
  }

  #stored(): string | null {
    try {
      return this.#storage.getItem(this.#key) ?? this.#text;
    } catch {
      return this.#text;
    }
  }
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
