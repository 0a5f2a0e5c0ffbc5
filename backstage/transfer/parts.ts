import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { overlayLinkSchema } from '#shared/contract/calls/overlay.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { hostThemeSchema, MOST_THEMES } from '#shared/contract/overlay/look.ts';
import { noPayoutRules } from '#shared/contract/payout.ts';
import { type Preset, presetLimits } from '#shared/contract/preset.ts';
import { remoteNameSchema, remoteScopes } from '#shared/contract/remote/token.ts';
import { MOST_NAMED_SEASONS } from '#shared/contract/season.ts';
import type { DeviceItem, DeviceKind, ScreenPart } from '#shared/contract/transfer.ts';
import { parseLearned, storeLearned } from '#shared/gifts/learned.ts';
import { freeThemeName } from '#shared/overlay/hostTheme.ts';
import { anchorsShape } from '../anchors/anchorBook.ts';
import type { Allowance } from '../diskQuota.ts';
import { linksShape } from '../overlay/linkStore.ts';
import { type KeptPack, packsShape, refuseTooMuch } from '../packs/packStore.ts';
import { MOST_REMOTES, newRemote, remotesShape } from '../remote/remoteStore.ts';
import { giftPicturesShape } from '../store/giftPictures.ts';
import { learnedShape } from '../store/learnedStore.ts';
import { linesShape, withSecrets } from '../store/lineStore.ts';
import { payoutsShape } from '../store/payoutStore.ts';
import { presetsShape } from '../store/presetStore.ts';
import { seasonsShape } from '../store/seasonStore.ts';
import { readContent, readStored, type StoredShape, versionOf, writeStored } from '../store/storedFile.ts';
import { themesShape } from '../store/themeStore.ts';
import { digestOfToken, newSecret } from '../store/tokenHolders.ts';
import type { PartName } from './deviceFile.ts';
import { differing, type Merged, mergeList } from './merge.ts';

/** What the merge of a part depends on, besides the part. */
export interface MergeContext {
  now: number;
  allowance: Pick<Allowance, 'presets' | 'presetBytes' | 'widgets'>;
  /** Called with each new token of a program. */
  newToken?: (made: { name: string; scope: (typeof remoteScopes)[number]; token: string }) => void;
}

/** A part of a file that is a stored file of the backstage. */
export interface Part {
  part: PartName;
  kind: DeviceKind;
  file: string;
  /** What the device has, without secrets; null if nothing is stored. */
  read(dataDir: string, now: number): { version: number; content: unknown } | null;
  /** Merges the content of a file. @throws RingsideError `transfer.newer`, `transfer.damaged`, a limit of the device. */
  merge(
    dataDir: string,
    version: number,
    content: unknown,
    context: MergeContext,
  ): { items: DeviceItem[]; write(): void };
}

interface PartOf<T, U> {
  part: PartName;
  kind: DeviceKind;
  file: string;
  shape: StoredShape<T>;
  /** The shape in the file, which has no secrets. */
  shared: StoredShape<U>;
  /** Its content in the file, which `shared` reads. */
  strip(value: T): unknown;
  merge(mine: T | null, theirs: U, context: MergeContext): Merged<T>;
  /** What `writeStored` gets. */
  store?(value: T): unknown;
}

function partOf<T, U>({ part, kind, file, shape, shared, strip, merge, store }: PartOf<T, U>): Part {
  const mineIn = (dataDir: string, now: number) => readStored(join(dataDir, file), shape, now).value;
  return {
    part,
    kind,
    file,
    read: (dataDir, now) => {
      const mine = mineIn(dataDir, now);
      return mine === null ? null : { version: versionOf(shared), content: strip(mine) };
    },
    merge: (dataDir, version, content, context) => {
      if (version > versionOf(shared)) throw new RingsideError('transfer.newer');
      const { value, items } = merge(mineIn(dataDir, context.now), parsed(version, content, shared), context);
      return {
        items,
        write: () => writeStored(join(dataDir, file), shape, store === undefined ? value : store(value)),
      };
    },
  };
}

function parsed<T>(version: number, content: unknown, shape: StoredShape<T>): T {
  try {
    const { value, dropped } = readContent(version, content, shape);
    if (dropped === 0) return value;
  } catch {
    // What cannot be parsed is reported below.
  }
  throw new RingsideError('transfer.damaged');
}

const listShape = <T>(schema: z.ZodType<T>): StoredShape<T[]> => ({
  migrations: [],
  read: (content) => ({ value: z.array(schema).max(10_000).parse(content), dropped: 0 }),
});

const presets = partOf({
  part: 'presets',
  kind: 'presets',
  file: 'presets.json',
  shape: presetsShape,
  shared: presetsShape,
  strip: (value) => value,
  merge: (mine, theirs, { allowance }) => {
    const merged = mergeList<Preset, Preset>(mine ?? [], theirs, {
      // Names are unique, so a preset with the same name is the same preset.
      find: (entries, preset) =>
        entries.find(({ id }) => id === preset.id) ?? entries.find(({ name }) => name === preset.name),
      take: (preset, known, entries) => ({
        ...preset,
        id: known?.id ?? preset.id,
        name: freeName(
          preset.name,
          entries.filter((each) => each !== known).map(({ name }) => name),
        ),
      }),
      show: ({ name }) => ({ name }),
      hidden: ['id'],
    });
    if (merged.value.length > Math.max(allowance.presets, mine?.length ?? 0))
      throw new RingsideError('preset.tooMany', { limit: allowance.presets });
    if (Buffer.byteLength(JSON.stringify(merged.value)) > allowance.presetBytes)
      throw new RingsideError('preset.tooMuch', { limit: Math.round(allowance.presetBytes / 1024) });
    return merged;
  },
});

/** Adds a number to a name that another preset has. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.includes(free)) return free;
    const end = ` (${number})`;
    free = name.slice(0, presetLimits.name - end.length) + end;
  }
}

const sharedLinkSchema = overlayLinkSchema.omit({ token: true });

const widgets = partOf({
  part: 'widgets',
  kind: 'widgets',
  file: 'overlays.json',
  shape: linksShape,
  shared: { ...listShape(sharedLinkSchema), migrations: linksShape.migrations },
  strip: ({ links }) => links.map(({ token: _, ...link }) => link),
  merge: (mine, theirs, { allowance }) => {
    const before = mine ?? { links: [], deleted: [] };
    const merged = mergeList(before.links, theirs, {
      find: (entries, link) => entries.find(({ id }) => id === link.id),
      take: (link, known) => {
        if (known === undefined) return { ...link, token: newSecret() };
        const own = { ...link, token: known.token, createdAt: known.createdAt, changedAt: known.changedAt };
        const isSame = differing(own, known).length === 0;
        // A window that edits the widget must notice the change.
        return isSame ? known : { ...own, changedAt: Math.max(link.changedAt, known.changedAt + 1) };
      },
      show: ({ name }) => ({ name }),
      hidden: ['changedAt'],
    });
    if (merged.value.length > Math.max(allowance.widgets, before.links.length))
      throw new RingsideError('overlay.tooMany', { limit: allowance.widgets });
    const ids = new Set(theirs.map(({ id }) => id));
    const deleted = before.deleted.filter(({ link }) => !ids.has(link.id));
    return { value: { links: merged.value, deleted }, items: merged.items };
  },
});

const packs = partOf({
  part: 'packs',
  kind: 'packs',
  file: 'packs.json',
  shape: packsShape,
  shared: packsShape,
  strip: (value) => ({ ...value, removed: [] }),
  merge: (mine, theirs) => {
    const before = mine ?? { packs: [], removed: [] };
    const merged = mergeList<KeptPack, KeptPack>(before.packs, theirs.packs, {
      // The id is a hash of the pack, so a pack that is here is the same.
      find: (entries, { id }) => entries.find((each) => each.id === id),
      take: (pack, known) => known ?? pack,
      show: ({ name }) => ({ name: Object.values(name)[0] ?? '' }),
    });
    if (merged.value.length > before.packs.length) refuseTooMuch(merged.value);
    const ids = new Set(merged.value.map(({ id }) => id));
    const removed = before.removed.filter(({ pack }) => !ids.has(pack.id));
    return { value: { packs: merged.value, removed }, items: merged.items };
  },
});

const lines = partOf({
  part: 'lines',
  kind: 'lines',
  file: 'lines.json',
  shape: linesShape,
  shared: linesShape,
  strip: ({ lines: both, bothLines }) => ({
    lines: both.map(({ signKey: _, relayToken: __, ...line }) => ({ ...line, signKey: '' })),
    bothLines,
  }),
  merge: (mine, theirs) => {
    const before = mine?.lines ?? [];
    const merged = mergeList(before, theirs.lines, {
      find: (entries, line) => entries.find(({ id }) => id === line.id),
      take: ({ signKey: _, relayToken: __, ...line }, known) => withSecrets(line, known),
      show: ({ id }) => ({ name: id }),
      // A secret is removed only with its address.
      hidden: ['signKey', 'relayToken'],
    });
    const isSame = mine?.bothLines === theirs.bothLines;
    const both: DeviceItem = {
      name: 'bothLines',
      state: mine === null ? 'new' : isSame ? 'same' : 'changed',
      fields: [],
      at: null,
      until: null,
    };
    if (new Set(merged.value.map(({ id }) => id)).size !== 2) throw new RingsideError('transfer.damaged');
    return {
      value: { lines: merged.value, bothLines: theirs.bothLines },
      items: [...merged.items, ...(isSame ? [] : [both])],
    };
  },
});

const remotes = partOf({
  part: 'remotes',
  kind: 'remotes',
  file: 'remotes.json',
  shape: remotesShape,
  shared: listShape(z.object({ name: remoteNameSchema, scope: z.enum(remoteScopes) })),
  strip: (value) => value.remotes.map(({ name, scope }) => ({ name, scope })),
  merge: (mine, theirs, { now, newToken: made }) => {
    const before = mine ?? { remotes: [], revoked: [] };
    const merged = mergeList(before.remotes, theirs, {
      find: (entries, { name, scope }) => entries.find((each) => each.name === name && each.scope === scope),
      take: ({ name, scope }, known) => {
        if (known !== undefined) return known;
        const { remote, token } = newRemote(name, scope, now);
        made?.({ name, scope, token });
        return { ...remote, digest: digestOfToken(token) };
      },
      show: ({ name }) => ({ name }),
    });
    if (merged.value.length > Math.max(MOST_REMOTES, before.remotes.length))
      throw new RingsideError('remote.tooMany', { limit: MOST_REMOTES });
    return { value: { ...before, remotes: merged.value }, items: merged.items };
  },
});

const learned = partOf({
  part: 'learned',
  kind: 'gifts',
  file: 'learned.json',
  shape: learnedShape,
  shared: learnedShape,
  strip: storeLearned,
  store: storeLearned,
  merge: (mine, theirs) => {
    const merged = mergeList([...(mine?.values() ?? [])], [...theirs.values()], {
      find: (entries, gift) => entries.find(({ id }) => id === gift.id),
      take: (gift) => gift,
      show: ({ id, name }) => ({ name: name === '' ? `#${id}` : name }),
      // Both come from the platform, and nothing says which one is newer.
      keeps: () => true,
    });
    return { value: parseLearned({ version: 1, gifts: merged.value }).gifts, items: merged.items };
  },
});

const giftPictures = partOf({
  part: 'giftPictures',
  kind: 'gifts',
  file: 'gift-pictures.json',
  shape: giftPicturesShape,
  shared: giftPicturesShape,
  strip: (value) => value,
  merge: (mine, theirs) => {
    const merged = mergeList(mine ?? [], theirs, {
      find: (entries, { giftId }) => entries.find((each) => each.giftId === giftId),
      take: (picture) => picture,
      show: ({ giftId }) => ({ name: `#${giftId}` }),
      keeps: (own, other) => own.at >= other.at,
    });
    // The host knows gifts by name, so their pictures are not listed.
    return { value: merged.value, items: [] };
  },
});

const anchors = partOf({
  part: 'anchors',
  kind: 'anchors',
  file: 'anchors.json',
  shape: anchorsShape,
  shared: anchorsShape,
  strip: (value) => value,
  merge: (mine, theirs) => {
    const merged = mergeList(mine ?? [], theirs, {
      find: (entries, { facts }) => entries.find((each) => each.facts.username === facts.username),
      take: (anchor) => anchor,
      show: ({ facts }) => ({ name: facts.nickname === '' ? facts.username : facts.nickname }),
      hidden: ['facts', 'avatarUrl'],
      keeps: (own, other) => own.facts.at >= other.facts.at,
    });
    const newest = merged.value.sort((a, b) => b.facts.at - a.facts.at).slice(0, 200);
    return { value: newest, items: merged.items };
  },
});

const payouts = partOf({
  part: 'payouts',
  kind: 'payouts',
  file: 'payouts.json',
  shape: payoutsShape,
  shared: payoutsShape,
  strip: (value) => value,
  merge: (mine, theirs) => {
    const before = mine ?? { rules: noPayoutRules, sheets: [] };
    const fields = differing(before.rules, theirs.rules);
    const rules: DeviceItem = {
      name: 'rules',
      state: fields.length === 0 ? 'same' : mine === null ? 'new' : 'changed',
      fields: mine === null ? [] : fields,
      at: null,
      until: null,
    };
    const merged = mergeList(before.sheets, theirs.sheets, {
      find: (entries, { period }) =>
        entries.find((each) => each.period.from === period.from && each.period.until === period.until),
      take: (sheet) => sheet,
      show: ({ period }) => ({ name: 'sheet', at: period.from, until: period.until }),
      // What was settled here stays.
      keeps: (own) => own.settled !== null,
    });
    return { value: { rules: theirs.rules, sheets: merged.value }, items: [rules, ...merged.items] };
  },
});

const seasons = partOf({
  part: 'seasons',
  kind: 'seasons',
  file: 'seasons.json',
  shape: seasonsShape,
  shared: seasonsShape,
  strip: (value) => value,
  merge: (mine, theirs) => {
    const merged = mergeList(mine ?? [], theirs, {
      // Names are unique, so a season with the same name is the same season.
      find: (entries, { id, name }) =>
        entries.find((each) => each.id === id) ?? entries.find((each) => each.name === name),
      take: (season, known, entries) => {
        const taken = entries.some((each) => each !== known && each.name === season.name);
        return {
          ...season,
          id: known?.id ?? season.id,
          name: taken ? (known?.name ?? season.name) : season.name,
        };
      },
      show: ({ name, period }) => ({ name, at: period.from, until: period.until }),
      hidden: ['id'],
    });
    if (merged.value.length > MOST_NAMED_SEASONS)
      throw new RingsideError('season.tooMany', { limit: MOST_NAMED_SEASONS });
    return merged;
  },
});

const themes = partOf({
  part: 'themes',
  kind: 'themes',
  file: 'themes.json',
  shape: themesShape,
  shared: { ...listShape(hostThemeSchema), migrations: themesShape.migrations },
  strip: ({ themes: kept }) => kept,
  merge: (mine, theirs) => {
    const before = mine ?? { themes: [], deleted: [] };
    const merged = mergeList(before.themes, theirs, {
      // Widgets name their theme by its id.
      find: (entries, theme) => entries.find(({ id }) => id === theme.id),
      take: (theme, known, entries) => {
        const others = entries.filter((each) => each !== known).map(({ name }) => name);
        const own = { ...theme, name: freeThemeName(theme.name, others) };
        if (known === undefined) return own;
        const isSame = differing(own, { ...known, changedAt: own.changedAt }).length === 0;
        // A window that edits the theme must notice the change.
        return isSame ? known : { ...own, changedAt: Math.max(theme.changedAt, known.changedAt + 1) };
      },
      show: ({ name }) => ({ name }),
      hidden: ['changedAt'],
    });
    if (merged.value.length > Math.max(MOST_THEMES, before.themes.length))
      throw new RingsideError('theme.tooMany', { limit: MOST_THEMES });
    const ids = new Set(theirs.map(({ id }) => id));
    const deleted = before.deleted.filter(({ theme }) => !ids.has(theme.id));
    return { value: { themes: merged.value, deleted }, items: merged.items };
  },
});

export const parts: readonly Part[] = [
  presets,
  widgets,
  packs,
  lines,
  remotes,
  learned,
  giftPictures,
  anchors,
  payouts,
  seasons,
  themes,
];

/** Compares a part that only screens store. */
export function compareScreen(
  part: keyof ScreenPart,
  mine: ScreenPart[keyof ScreenPart],
  theirs: ScreenPart[keyof ScreenPart],
): DeviceItem {
  const fields = differing(mine, theirs).filter((name) => Object.hasOwn(theirs, name));
  return { name: part, state: fields.length === 0 ? 'same' : 'changed', fields, at: null, until: null };
}

/** The ids of pictures in a part: each is a hash, and a picture with that hash exists. */
export function pictureIdsIn(content: unknown): Set<string> {
  return new Set(JSON.stringify(content).match(/\b[0-9a-f]{64}\b/g) ?? []);
}

/** Returns whether the file exists and how it begins; for comparing before an undo. */
export function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** 128 random bits. */
export const newTransferId = (): string => randomBytes(16).toString('hex');
