import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { PRESET_VERSION, type Preset, presetSchema } from '#shared/contract/preset.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

/** One migration for each version before the present one. */
const migrations: StoredShape<Preset[]>['migrations'] = [];

/** A broken preset does not take the others with it. */
export const presetsShape: StoredShape<Preset[]> = {
  migrations,
  read(content) {
    const entries = z.array(z.unknown()).parse(content);
    const value: Preset[] = [];
    for (const entry of entries) {
      const preset = presetSchema.safeParse(entry);
      if (preset.success) value.push(preset.data);
    }
    return { value, dropped: entries.length - value.length };
  },
};

if (PRESET_VERSION !== migrations.length + 1) throw new Error('a migration of the presets is missing');

export class PresetStore {
  readonly keptAside: string | null;
  readonly #path: string;
  readonly #newId: () => string;
  readonly #most: number;
  #presets: Preset[];

  /** `most` presets can be made; more that are there already stay. */
  constructor(dataDir: string, newId: () => string, now: number, most = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#path = join(dataDir, 'presets.json');
    this.#newId = newId;
    const read = readStored(this.#path, presetsShape, now);
    this.#presets = read.value ?? [];
    this.keptAside = read.keptAside;
  }

  list(): Preset[] {
    return this.#presets;
  }

  /** @throws RingsideError `preset.notFound`. */
  get(id: string): Preset {
    const preset = this.#presets.find((each) => each.id === id);
    if (preset === undefined) throw new RingsideError('preset.notFound');
    return preset;
  }

  /**
   * Adds a preset, or replaces the one with the same id, and gives it back as stored.
   *
   * `base` is what its editing began with: what somebody else has saved since is not overwritten.
   *
   * @throws RingsideError the first rule that it breaks, `preset.notFound` for an id that is no more,
   * `preset.stale`, `storage.full`.
   */
  save(draft: PresetDraft, base?: Preset): Preset {
    const before = draft.id === undefined ? undefined : this.get(draft.id);
    if (before !== undefined && base !== undefined && !isDeepStrictEqual(before, base))
      throw new RingsideError('preset.stale');
    const preset: Preset = { ...draft, version: PRESET_VERSION, id: draft.id ?? this.#newId() };
    if (draft.id === undefined) this.refuseTooMany();
    const others = this.#presets.filter((each) => each.id !== preset.id);
    this.#refuse(preset, others);
    this.#write(
      draft.id === undefined
        ? [...this.#presets, preset]
        : this.#presets.map((each) => (each.id === preset.id ? preset : each)),
    );
    return preset;
  }

  /**
   * Returns the place where it stood.
   *
   * @throws RingsideError `preset.notFound`, `storage.full`.
   */
  delete(id: string): number {
    const place = this.#presets.indexOf(this.get(id));
    this.#write(this.#presets.filter((each) => each.id !== id));
    return place;
  }

  /**
   * Puts a deleted preset back. What has its id already is not written over.
   *
   * @throws RingsideError the first rule that it breaks by now, `invalid` for an id that is there, `storage.full`.
   */
  restore(preset: Preset, place: number): void {
    const presets = this.#presets;
    if (presets.some(({ id }) => id === preset.id)) throw new RingsideError('invalid', { field: 'id' });
    this.refuseTooMany();
    this.#refuse(preset, presets);
    this.#write([...presets.slice(0, place), preset, ...presets.slice(place)]);
  }

  /** @throws RingsideError `preset.tooMany` when there is no room for another one. */
  refuseTooMany(): void {
    if (this.#presets.length >= this.#most) throw new RingsideError('preset.tooMany', { limit: this.#most });
  }

  #refuse(preset: Preset, others: readonly Preset[]): void {
    const [first] = presetProblems(preset, others);
    if (first === undefined) return;
    throw new RingsideError(first.problem.code, { ...first.problem.params, field: first.path });
  }

  #write(presets: Preset[]): void {
    writeStored(this.#path, presetsShape, presets);
    this.#presets = presets;
  }
}
