import { join } from 'node:path';
import { z } from 'zod';
import { type PictureId, pictureIdSchema } from '#shared/contract/anchors.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type HostPack, hostPackLimits, hostPackSchema } from '#shared/contract/overlay/hostPack.ts';
import type { PackFills, PackPicture } from '#shared/contract/overlay/pack.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';
import { type CheckedPack, recheckPack } from './packFile.ts';

export const PACKS_FILE = 'packs.json';
/** How long a removed pack can be restored (ms), and how many. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MOST_REMOVED = 3;
/** The largest picture for lists (bytes). */
const LARGEST_COVER = 300 * 1024;

/** A pack, with the ids of all its files. */
const keptPackSchema = hostPackSchema.extend({ files: z.array(pictureIdSchema).max(100) });
export type KeptPack = z.infer<typeof keptPackSchema>;

const removedSchema = z.object({ pack: keptPackSchema, place: z.number().int().min(0), at: z.number() });

interface StoredPacks {
  packs: KeptPack[];
  removed: z.infer<typeof removedSchema>[];
}

const nothing: StoredPacks = { packs: [], removed: [] };

export const packsShape: StoredShape<StoredPacks> = {
  migrations: [],
  read: (content) => ({
    value: z.object({ packs: z.array(keptPackSchema), removed: z.array(removedSchema) }).parse(content),
    dropped: 0,
  }),
};

/**
 * The effect packs of a host. Their files lie in the folder of the pictures, so pages, quotas, backups and clusters know
 * them already.
 */
export class PackStore {
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #pictures: Pick<PictureStore, 'putPackFile' | 'read'>;
  readonly #now: () => number;
  readonly #changed: () => void;
  #stored: StoredPacks;
  /** The files of a pack that is being stored. */
  #arriving: readonly PictureId[] = [];

  constructor(
    dataDir: string,
    pictures: Pick<PictureStore, 'putPackFile' | 'read'>,
    now: () => number,
    changed: () => void,
  ) {
    this.#path = join(dataDir, PACKS_FILE);
    this.#pictures = pictures;
    this.#now = now;
    this.#changed = changed;
    const read = readStored(this.#path, packsShape, now());
    this.#stored = read.value ?? nothing;
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(): void {
    this.#stored = readStored(this.#path, packsShape, this.#now()).value ?? nothing;
    this.#changed();
  }

  list(): HostPack[] {
    return this.#stored.packs.map(({ files: _, ...pack }) => pack);
  }

  /** What a pack fills; null for an unknown one. */
  fillsOf(id: string): PackFills | null {
    return this.#stored.packs.find((pack) => pack.id === id)?.fills ?? null;
  }

  /** The ids of all files, also of packs that can be restored. */
  *files(): Iterable<PictureId> {
    yield* this.#arriving;
    for (const { id, files } of [...this.#stored.packs, ...this.#stored.removed.map(({ pack }) => pack)]) {
      yield id;
      yield* files;
    }
  }

  /**
   * Stores a pack. The same pack is stored once.
   *
   * @throws RingsideError `pack.tooMany`, `pack.full`, `storage.full`, `storage.unwritable`.
   */
  add(checked: CheckedPack): HostPack {
    const { packs, removed } = this.#stored;
    const known = packs.find(({ id }) => id === checked.id);
    const pack = known ?? keptPack(checked, this.#now());
    if (known === undefined) {
      refuseTooMuch([...packs, pack]);
      this.#storeFiles(checked);
      this.#write({
        packs: [...packs, pack],
        removed: removed.filter((each) => each.pack.id !== checked.id),
      });
    }
    const { files: _, ...shown } = pack;
    return shown;
  }

  /** @throws RingsideError `pack.gone`, `storage.full`, `storage.unwritable`. */
  remove(id: string): void {
    const { packs, removed } = this.#stored;
    const place = packs.findIndex((each) => each.id === id);
    const pack = packs[place];
    if (pack === undefined) throw new RingsideError('pack.gone');
    const now = this.#now();
    const kept = removed.filter(({ at }) => at > now - KEPT_MS).slice(1 - MOST_REMOVED);
    this.#write({
      packs: packs.filter((each) => each !== pack),
      removed: [...kept, { pack, place, at: now }],
    });
  }

  /** @throws RingsideError `pack.gone`, `pack.tooMany`, `pack.full`, `storage.full`, `storage.unwritable`. */
  restore(id: string): void {
    const { packs, removed } = this.#stored;
    const kept = removed.find(({ pack }) => pack.id === id);
    if (kept === undefined) throw new RingsideError('pack.gone');
    refuseTooMuch([...packs, kept.pack]);
    this.#write({
      packs: packs.toSpliced(kept.place, 0, kept.pack),
      removed: removed.filter((each) => each !== kept),
    });
  }

  /** Checks all packs with their files again, and drops the others: an import may bring anything. */
  checkAll(): void {
    const whole = this.#stored.packs.flatMap((pack) => {
      const manifest = this.#pictures.read(pack.id);
      if (manifest === null) return [];
      const checked = recheckPack(manifest.bytes, (id) => this.#pictures.read(id)?.bytes ?? null);
      return checked === null ? [] : [keptPack({ ...checked, id: pack.id }, pack.addedAt)];
    });
    if (JSON.stringify(whole) !== JSON.stringify(this.#stored.packs)) {
      this.#write({ ...this.#stored, packs: whole });
    }
  }

  #storeFiles({ id, manifest, files }: CheckedPack): void {
    // A file that is there already must not be deleted as unused, before the list names it.
    this.#arriving = [id, ...files.keys()];
    try {
      for (const bytes of files.values()) this.#pictures.putPackFile(bytes);
      this.#pictures.putPackFile(manifest);
    } finally {
      this.#arriving = [];
    }
  }

  #write(stored: StoredPacks): void {
    writeStored(this.#path, packsShape, stored);
    this.#stored = stored;
    this.#changed();
  }
}

/** @throws RingsideError `pack.tooMany`, `pack.full`. */
export function refuseTooMuch(packs: readonly Pick<HostPack, 'bytes'>[]): void {
  if (packs.length > hostPackLimits.packs) {
    throw new RingsideError('pack.tooMany', { limit: hostPackLimits.packs });
  }
  if (packs.reduce((sum, { bytes }) => sum + bytes, 0) > hostPackLimits.allBytes) {
    throw new RingsideError('pack.full', { limit: hostPackLimits.allBytes / 1024 ** 2 });
  }
}

function keptPack({ id, pack, files, ids, bytes }: CheckedPack, addedAt: number): KeptPack {
  const cover = coverOf({ pack, files, ids });
  const frames = cover?.frames ?? 1;
  const columns = cover?.columns ?? 1;
  return {
    fills: pack.fills,
    name: pack.name,
    id,
    addedAt,
    bytes,
    cover: cover === null ? '' : (ids[cover.file] ?? ''),
    columns,
    rows: Math.ceil(frames / columns),
    sounds: Object.fromEntries(Object.entries(pack.sounds).map(([cue, file]) => [cue, ids[file] ?? ''])),
    files: [...files.keys()],
  };
}

/** The picture with the largest file that is small enough for a list. */
function coverOf({ pack, files, ids }: Pick<CheckedPack, 'pack' | 'files' | 'ids'>): PackPicture | null {
  let best: { picture: PackPicture; bytes: number } | null = null;
  for (const picture of Object.values(pack.pictures)) {
    const bytes = files.get(ids[picture.file] ?? '')?.length ?? 0;
    if (bytes <= LARGEST_COVER && bytes > (best?.bytes ?? 0)) best = { picture, bytes };
  }
  return best?.picture ?? null;
}
