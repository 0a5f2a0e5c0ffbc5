import { createHash } from 'node:crypto';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type DeviceItem,
  type DeviceKind,
  type DevicePreview,
  deviceKinds,
  type KindPreview,
  MOST_ITEMS,
  type ScreenPart,
  screenPartSchema,
} from '#shared/contract/transfer.ts';
import { isOver } from '#shared/game/sessionStatus.ts';
import type { Core } from '../core.ts';
import { beganAt, showIds } from '../show/facts.ts';
import { readDeviceFile } from './deviceFile.ts';
import type { ImportStore } from './importStore.ts';
import { compareScreen, type MergeContext, parts } from './parts.ts';
import { digestOf, inputsOfShow, ShowReader } from './showFiles.ts';

/** Kinds that a show on air uses. */
export const usedOnAir: ReadonlySet<DeviceKind> = new Set<DeviceKind>([
  'presets',
  'widgets',
  'lines',
  'themes',
]);

interface FileToCompare {
  path: string;
  dataDir: string;
  /** Where an import is stored; null for the folder of the backstage. */
  imports: ImportStore | null;
  /** The folder for the shows that are new; null writes none. */
  staged: string | null;
  /** Called with the number of bytes read. */
  onBytes(done: number): void;
  /** Called with each token that the import makes. */
  newToken: NonNullable<MergeContext['newToken']>;
}

/** The comparison of a file with the device. */
export interface Comparison {
  preview: DevicePreview;
  merges: Map<string, { kind: DeviceKind; file: string; items: DeviceItem[]; write(): void }>;
  screen: ScreenPart | null;
  newShows: string[];
}

/**
 * Reads a file and compares it with the device. Nothing changes, but the new shows are written to `staged`.
 *
 * @throws RingsideError `transfer.damaged`, `transfer.newer`, and those of `readDeviceFile`.
 */
export async function compareFile(
  core: Core,
  { path, dataDir, imports, staged, onBytes, newToken }: FileToCompare,
  screen: ScreenPart,
): Promise<Comparison> {
  const { clock, allowance, learned, shows, remotes } = core;
  const context = { now: clock.now(), allowance, newToken };
  const elsewhere = (await imports?.showIds()) ?? new Set<string>();
  const known = new Set([...showIds(shows.folder), ...elsewhere]);
  const reader = new ShowReader(staged, (id) => !known.has(id));
  const contents = new Map<string, { version: number; content: unknown }>();
  let reading: Awaited<ReturnType<typeof readDeviceFile>>;
  try {
    reading = await readDeviceFile(path, {
      onBytes,
      onEntry: (entry) => {
        if (entry.kind === 'part') {
          if (contents.has(entry.part)) throw new RingsideError('transfer.damaged');
          contents.set(entry.part, entry);
        }
        reader.take(entry);
      },
    });
    if (reader.isOpen) throw new RingsideError('transfer.damaged');
  } finally {
    reader.close();
  }
  if (reader.shows.some(({ id }) => !canHaveBegun(id, clock.now())))
    throw new RingsideError('transfer.damaged');
  const showItems = await compareShows(core, reader, elsewhere);
  const newShows = reader.shows.filter((_, index) => showItems[index]?.state === 'new').map(({ id }) => id);
  // What follows is synchronous, so nothing changes between the comparison and the import.
  learned.write();
  const merges: Comparison['merges'] = new Map();
  for (const { part, kind, file, merge } of parts) {
    const found = contents.get(part);
    if (found === undefined) continue;
    const merged = merge(dataDir, found.version, found.content, context);
    merges.set(part, { kind, file, ...merged });
  }
  const theirs = screenIn(contents);
  const itemsOf = (wanted: DeviceKind) =>
    [...merges.values()].filter(({ kind }) => kind === wanted).flatMap(({ items }) => items);
  const all: Record<DeviceKind, DeviceItem[]> = {
    presets: itemsOf('presets'),
    widgets: itemsOf('widgets'),
    packs: itemsOf('packs'),
    lines: itemsOf('lines'),
    remotes: itemsOf('remotes'),
    gifts: itemsOf('gifts'),
    anchors: itemsOf('anchors'),
    payouts: itemsOf('payouts'),
    seasons: itemsOf('seasons'),
    themes: itemsOf('themes'),
    settings: [],
    keys: [],
    shows: showItems,
  };
  if (theirs !== null) {
    all.settings = [compareScreen('settings', screen.settings, theirs.settings)];
    all.keys = [compareScreen('keys', screen.keys, theirs.keys)];
  }
  const blockedOf = (kind: DeviceKind): KindPreview['blocked'] => {
    const changes = all[kind].some(({ state }) => state === 'new' || state === 'changed');
    if (!changes) return null;
    if (shows.busy && usedOnAir.has(kind)) return { code: 'transfer.onAir' };
    if (kind === 'remotes' && remotes.shown.url === '') return { code: 'remote.unavailable' };
    if (kind !== 'shows') return null;
    if (imports?.takesShows === false) return { code: 'transfer.noShows' };
    // At a start, the newest show is opened. It must stay the one that is on.
    const { current } = shows;
    const isHidden = current !== null && !isOver(current.state) && newShows.some((id) => id > current.id);
    return isHidden ? { code: 'transfer.onAir' } : null;
  };
  const kinds = deviceKinds
    .filter((kind) => all[kind].length > 0)
    .map((kind): KindPreview => {
      const items = all[kind];
      const countOf = (state: DeviceItem['state']) => items.filter((item) => item.state === state).length;
      return {
        kind,
        items: [...items]
          .sort((a, b) => weight(a) - weight(b))
          .slice(0, MOST_ITEMS)
          .map((item, place) => ({ ...item, place })),
        counts: {
          new: countOf('new'),
          changed: countOf('changed'),
          same: countOf('same'),
          kept: countOf('kept'),
        },
        blocked: blockedOf(kind),
      };
    });
  const plan = createHash('sha256')
    .update(JSON.stringify([reading.sha256, all]))
    .digest('hex');
  const { at, build } = reading.header;
  return { preview: { at, build, kinds, plan }, merges, screen: theirs, newShows };
}

function screenIn(contents: ReadonlyMap<string, { version: number; content: unknown }>): ScreenPart | null {
  const settings = contents.get('settings');
  const keys = contents.get('keys');
  if (settings === undefined || keys === undefined) return null;
  if (settings.version > 1 || keys.version > 1) throw new RingsideError('transfer.newer');
  const screen = screenPartSchema.safeParse({ settings: settings.content, keys: keys.content });
  if (!screen.success) throw new RingsideError('transfer.damaged');
  return screen.data;
}

/**
 * Whether the id of a show is a time in the past. A show from the future would be taken for the newest show at each
 * start.
 */
function canHaveBegun(id: string, now: number): boolean {
  const at = beganAt(id) ?? Number.NaN;
  return at >= 0 && at <= now;
}

/** Compares the shows of a file with those of the device. The shows of `elsewhere` exist, too. */
async function compareShows(
  core: Core,
  reader: ShowReader,
  elsewhere: ReadonlySet<string>,
): Promise<DeviceItem[]> {
  const items: DeviceItem[] = [];
  const { archive, shows } = core;
  const mine = new Set([...showIds(shows.folder), ...archive.list(null).map(({ showId }) => showId)]);
  for (const { id, digest, username, startedAt } of reader.shows) {
    let state: DeviceItem['state'] = elsewhere.has(id) ? 'kept' : 'new';
    if (mine.has(id)) state = (await digestOfShow(core, id)) === digest ? 'same' : 'kept';
    items.push({ name: username, state, fields: [], at: startedAt, until: null });
  }
  return items;
}

/** Empty if the show cannot be read. */
async function digestOfShow(core: Core, id: string): Promise<string> {
  try {
    return await digestOf(inputsOfShow(core, id));
  } catch {
    return '';
  }
}

/** New and changed items come first in the preview. */
function weight({ state }: DeviceItem): number {
  return ['new', 'changed', 'kept', 'same'].indexOf(state);
}
