import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { parseJson } from '#shared/json.ts';
import { ApiError, errorText } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { KeyValueStore } from '../stores/settingsStore.ts';
import type { ToastText } from '../stores/toastStore.ts';

/** Version of the stored form. */
const CACHE_VERSION = 1;

/** Instead of a hash: a newer version of the app saved the item, so this version must not overwrite it. */
export const UNREADABLE = 'unreadable';
/** Instead of a hash: the account has deleted the item or no longer stores it, so it is not sent again. */
export const DO_NOT_SEND = 'let go';

const revision = z.int().min(0);
const entrySchema = z.object({
  /** The last revision of the item that was received from the server or saved there; 0 if there is none. */
  revision,
  /**
   * The content that was synced last: a preset's hash, a show's 'closed' or 'at SEQ', or one of the two values above.
   * '' if this device has to send the item.
   */
  mark: z.string().max(40),
});
type Entry = z.infer<typeof entrySchema>;

const sectionSchema = z.object({
  /** Cursor: all changes of the account up to this position have been processed. */
  since: revision,
  items: z.record(z.string(), entrySchema),
  /** Items deleted on this device that the server does not know of yet; maps the id to the deleted revision. */
  gone: z.record(z.string(), revision),
});
export type CacheSection = z.infer<typeof sectionSchema>;

const cacheSchema = z.object({
  version: z.literal(CACHE_VERSION),
  presets: sectionSchema,
  shows: sectionSchema,
});
type Sections = z.infer<typeof cacheSchema>;

type ItemKind = 'presets' | 'shows';

const emptySection = (): CacheSection => ({ since: 0, items: {}, gone: {} });

/**
 * Cache of one account's sync metadata: the revision and content hash of each preset and show at its last sync.
 * It can be deleted at any time: the next pass then compares everything. Every method reads the storage again,
 * because other windows of this browser write to it.
 */
export class SyncCache {
  readonly #storage: KeyValueStore;
  readonly #key: string;
  /** The last written text, in case the storage fails. */
  #lastWritten: string | null = null;

  constructor(storage: KeyValueStore, account: string) {
    this.#storage = storage;
    this.#key = `ringside.sync.${account}`;
  }

  section(kind: ItemKind): CacheSection {
    return this.#read()[kind];
  }

  update(kind: ItemKind, change: (section: CacheSection) => void): void {
    const sections = this.#read();
    change(sections[kind]);
    this.#lastWritten = JSON.stringify(sections);
    try {
      this.#storage.setItem(this.#key, this.#lastWritten);
    } catch {
      // Without storage, the cache lasts until the page is closed.
    }
  }

  /** Records what the server and this device now have of an item. */
  setEntry(kind: ItemKind, id: string, entry: Entry): void {
    this.update(kind, (section) => {
      section.items[id] = entry;
      delete section.gone[id];
    });
  }

  /** Records the position up to which the account's changes have been processed. */
  setCursor(kind: ItemKind, since: number): void {
    this.update(kind, (section) => {
      section.since = since;
    });
  }

  removeEntry(kind: ItemKind, id: string): void {
    this.update(kind, (section) => {
      delete section.items[id];
      delete section.gone[id];
    });
  }

  #read(): Sections {
    const parsed = cacheSchema.safeParse(parseJson(this.#readText() ?? ''));
    if (parsed.success) return parsed.data;
    return { version: CACHE_VERSION, presets: emptySection(), shows: emptySection() };
  }

  #readText(): string | null {
    try {
      return this.#storage.getItem(this.#key) ?? this.#lastWritten;
    } catch {
      return this.#lastWritten;
    }
  }
}

/**
 * Hashes a value's content to 53 bits, for change detection only. The order of fields does not matter, because the
 * server's database may return them in another order.
 */
export function contentHash(value: unknown): string {
  return hash(canonical(value)).toString(36);
}

/** Serialises a value as JSON with sorted field names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join()}}`;
}

/** The cyrb53 hash: two 32-bit multiplicative hashes; the result is 21 bits of one and 32 bits of the other. */
function hash(text: string): number {
  let high = 0xdead_beef;
  let low = 0x41c6_ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (high & 0x1f_ffff) + (low >>> 0);
}

/** The names of a conflict's two versions, which are both kept. */
export interface SyncConflict {
  name: string;
  copy: string;
}

/** The dependencies of one pass over the presets or the shows. */
export interface PassContext {
  api: Pick<ApiClient, 'call'>;
  link: Pick<BackstageLink, 'call'>;
  cache: SyncCache;
  /** This device's name, which the server adds to the name of a conflict's copy. */
  device: string;
  /** Reports a conflict after which both versions are kept. */
  onConflict(both: SyncConflict): void;
  /** Reports an item that the server or the backstage rejects; the pass goes on with the other items. */
  onRefused(name: string, why: ToastText): void;
}

export interface PresetContext extends PassContext {
  /** True for the preset of the running show, which must not change now. */
  isInUse(id: string): boolean;
}

/** Call option: shows no toast, because the host did not start the call. */
export const quiet = { quiet: true } as const;

/**
 * Syncs one item. Reports a rejected item and lets the pass go on with the next one. Rethrows an error that must end
 * the pass: server or backstage unreachable, rate limit, session ended.
 * @returns false if the item has to be processed again in the next pass
 */
export async function forItem(
  { onRefused }: Pick<PassContext, 'onRefused'>,
  name: string,
  run: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error)) {
      onRefused(name, errorText(error));
      return true;
    }
    if (error instanceof RingsideError && error.problem.code !== 'connection.lost') {
      const { code, params = {} } = error.problem;
      onRefused(name, { key: `error.${code}`, params });
      // Retry after a storage error: a full disk may have space by the next pass.
      return !code.startsWith('storage.');
    }
    throw error;
  }
}

/** True if the server rejects this item for good; false for a temporary failure. */
function isRefusal(error: ApiError): boolean {
  return !error.endsSession && error.code >= 400 && error.code < 500 && error.code !== 429;
}
