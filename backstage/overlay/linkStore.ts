import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type OverlayLink, overlayLinkSchema } from '#shared/contract/calls/overlay.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { HostTheme } from '#shared/contract/overlay/look.ts';
import {
  type SceneItem,
  WIDGET_VERSION,
  type WidgetKind,
  type WidgetOptions,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';
import { soundFilesOf } from '#shared/contract/sound.ts';
import { cssProblem } from '#shared/overlay/customCss.ts';
import { MOST_WIDGETS } from '../diskQuota.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';
import { newSecret } from '../store/tokenHolders.ts';

const FILE = 'overlays.json';
/** How long a deleted widget can be restored (ms). */
const KEPT_MS = 7 * 24 * 3_600_000;

const deletedSchema = z.object({ link: overlayLinkSchema, place: z.number().int().min(0), at: z.number() });

interface StoredLinks {
  links: OverlayLink[];
  deleted: z.infer<typeof deletedSchema>[];
}

/** One migration for each version before the current one. */
const migrations: StoredShape<StoredLinks>['migrations'] = [];

/** Reads each widget by itself, so that a broken widget is dropped alone. */
export const linksShape: StoredShape<StoredLinks> = {
  migrations,
  read(content) {
    const stored = z.object({ links: z.array(z.unknown()), deleted: z.array(z.unknown()) }).parse(content);
    const links = readAll(overlayLinkSchema, stored.links.map(withoutTwins));
    const deleted = readAll(deletedSchema, stored.deleted);
    const dropped = stored.links.length - links.length + stored.deleted.length - deleted.length;
    return { value: { links, deleted }, dropped };
  },
};

if (WIDGET_VERSION !== migrations.length + 1) throw new Error('a migration of the widgets is missing');

const sceneLinkSchema = z.looseObject({
  options: z.looseObject({ kind: z.literal('scene'), items: z.array(z.looseObject({ widget: z.string() })) }),
});

/** Keeps each widget of a scene once: an earlier Ringside accepted scenes that hold a widget twice. */
function withoutTwins(link: unknown): unknown {
  const { data } = sceneLinkSchema.safeParse(link);
  if (data === undefined) return link;
  const { items } = data.options;
  const once = items.filter(({ widget }, at) => items.findIndex((item) => item.widget === widget) === at);
  return { ...data, options: { ...data.options, items: once } };
}

function readAll<T>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Stores a host's widgets and their tokens, and deleted widgets for a week. */
export class LinkStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #newId: () => string;
  readonly #now: () => number;
  readonly #most: number;
  #stored: StoredLinks;
  #digests: { digest: Buffer; link: OverlayLink }[] = [];

  /** `most` limits the number of widgets. Stored widgets above the limit are kept. */
  constructor(dataDir: string, newId: () => string, now: () => number, most = MOST_WIDGETS) {
    this.#most = most;
    this.#path = join(dataDir, FILE);
    this.#newId = newId;
    this.#now = now;
    const read = readStored(this.#path, linksShape, now());
    this.#stored = read.value ?? { links: [], deleted: [] };
    this.fault = read;
    this.#digest();
  }

  /** Reads the file again, after an import has written it. */
  reload(): void {
    this.#stored = readStored(this.#path, linksShape, this.#now()).value ?? { links: [], deleted: [] };
    this.#digest();
  }

  list(): readonly OverlayLink[] {
    return this.#stored.links;
  }

  /** The ids of the pictures and sounds of all widgets, also of deleted ones. */
  *pictures(): Iterable<string> {
    const { links, deleted } = this.#stored;
    for (const { options } of [...links, ...deleted.map(({ link }) => link)]) {
      if (options.kind === 'giftAlert' && options.picture !== '') yield options.picture;
      for (const { picture } of options.frame.images) yield picture;
      yield* soundFilesOf(options.frame.sound);
    }
  }

  find(id: string): OverlayLink | undefined {
    return this.#stored.links.find((each) => each.id === id);
  }

  /** @throws RingsideError `overlay.notFound`. */
  get(id: string): OverlayLink {
    const link = this.find(id);
    if (link === undefined) throw new RingsideError('overlay.notFound');
    return link;
  }

  /** Finds the widget of a token. Compares in constant time, so that the time reveals nothing of a token. */
  byToken(token: string): OverlayLink | null {
    const wanted = digestOf(token);
    let found: OverlayLink | null = null;
    for (const { digest, link } of this.#digests) if (timingSafeEqual(digest, wanted)) found = link;
    return found;
  }

  /** @throws RingsideError `overlay.tooMany`, `storage.full`. */
  create(kind: WidgetKind, name: string, language: WidgetOptions['frame']['language']): OverlayLink {
    this.#refuseTooMany();
    const now = this.#now();
    const link: OverlayLink = {
      version: WIDGET_VERSION,
      id: this.#newId(),
      name,
      token: newSecret(),
      options: widgetOptionsSchema.parse({ kind, frame: { language } }),
      createdAt: now,
      changedAt: now,
    };
    this.#write({ ...this.#stored, links: [...this.#stored.links, link] });
    return link;
  }

  /** Drops what is added for pages only: the look of a theme, and the tokens of a scene. */
  #ownOptions({ frame, ...rest }: WidgetOptions): WidgetOptions {
    const options: WidgetOptions = { ...rest, frame: { ...frame, look: null } };
    if (options.kind !== 'scene') return options;
    const isScene = ({ widget }: SceneItem) =>
      this.#stored.links.some(({ id, options: { kind } }) => id === widget && kind === 'scene');
    if (options.items.some(isScene)) throw new RingsideError('invalid', { field: 'options.items' });
    return { ...options, tokens: {} };
  }

  /** The options that the pages of a widget receive: those of a scene with the tokens of its widgets. */
  forPages(link: OverlayLink): OverlayLink {
    const { options } = link;
    if (options.kind !== 'scene') return link;
    const shown = new Set(options.items.map(({ widget }) => widget));
    const tokens = Object.fromEntries(
      this.#stored.links
        .filter(({ id, options: { kind } }) => shown.has(id) && kind !== 'scene')
        .map(({ id, token }) => [id, token]),
    );
    return { ...link, options: { ...options, tokens } };
  }

  /**
   * Changes a widget. `changedAt` is that of the version that the operator edited.
   *
   * @throws RingsideError `overlay.notFound`, `overlay.stale`, `invalid` for another kind or a scene in a scene,
   * `overlay.css`, `storage.full`.
   */
  update(id: string, name: string, options: WidgetOptions, changedAt: number): OverlayLink {
    const before = this.get(id);
    if (before.changedAt !== changedAt) throw new RingsideError('overlay.stale');
    if (before.options.kind !== options.kind) throw new RingsideError('invalid', { field: 'options.kind' });
    const wrong = cssProblem(options.frame);
    if (wrong !== null) throw new RingsideError('overlay.css', { ...wrong });
    return this.#replace({ ...before, name, options: this.#ownOptions(options) });
  }

  /**
   * Gives widgets with a deleted theme its base. They still name it, so they have it again if it is restored. Returns
   * whether a widget has changed.
   */
  fallBack({ id, base }: Pick<HostTheme, 'id' | 'base'>): boolean {
    const affected = ({ options: { frame } }: OverlayLink) => frame.own === id && frame.theme !== base;
    if (!this.#stored.links.some(affected)) return false;
    const links = this.#stored.links.map((link): OverlayLink => {
      if (!affected(link)) return link;
      return { ...link, options: { ...link.options, frame: { ...link.options.frame, theme: base } } };
    });
    this.#write({ ...this.#stored, links });
    return true;
  }

  /** @throws RingsideError `overlay.notFound`, `storage.full`. */
  revoke(id: string): OverlayLink {
    return this.#replace({ ...this.get(id), token: newSecret() });
  }

  /** @throws RingsideError `overlay.notFound`, `storage.full`. */
  delete(id: string): void {
    const link = this.get(id);
    const place = this.#stored.links.indexOf(link);
    const now = this.#now();
    const deleted = this.#stored.deleted.filter(({ at }) => at > now - KEPT_MS).slice(1 - this.#most);
    this.#write({
      links: this.#stored.links.filter((each) => each.id !== id),
      deleted: [...deleted, { link, place, at: now }],
    });
  }

  /** @throws RingsideError `overlay.notFound` when it is not kept any more, `overlay.tooMany`, `storage.full`. */
  restore(id: string): OverlayLink {
    const { links, deleted } = this.#stored;
    const kept = deleted.find(({ link }) => link.id === id);
    if (kept === undefined) throw new RingsideError('overlay.notFound');
    this.#refuseTooMany();
    this.#write({
      links: [...links.slice(0, kept.place), kept.link, ...links.slice(kept.place)],
      deleted: deleted.filter((each) => each !== kept),
    });
    return kept.link;
  }

  #replace(link: OverlayLink): OverlayLink {
    // Always increase `changedAt`, even for two changes in a millisecond or after the clock was set back.
    const changed = { ...link, changedAt: Math.max(this.#now(), link.changedAt + 1) };
    this.#write({
      ...this.#stored,
      links: this.#stored.links.map((each) => (each.id === link.id ? changed : each)),
    });
    return changed;
  }

  #refuseTooMany(): void {
    const limit = this.#most;
    if (this.#stored.links.length >= limit) throw new RingsideError('overlay.tooMany', { limit });
  }

  #write(stored: StoredLinks): void {
    writeStored(this.#path, linksShape, stored);
    this.#stored = stored;
    this.#digest();
  }

  #digest(): void {
    this.#digests = this.#stored.links.map((link) => ({ digest: digestOf(link.token), link }));
  }
}

/** Hashes a token. All digests have the same length, as a comparison in constant time requires. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Reads the tokens in a data folder, without opening its backstage. Returns an empty list if that fails. */
export async function readTokens(dataDir: string): Promise<string[]> {
  try {
    const stored: unknown = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
    const { content } = z.object({ content: tokensSchema }).parse(stored);
    return content.links.map(({ token }) => token);
  } catch {
    return [];
  }
}

const tokensSchema = z.object({ links: z.array(z.object({ token: z.string() })) });
