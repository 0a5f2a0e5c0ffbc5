import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { PRESET_VERSION, type Preset, presetSchema } from '#shared/contract/preset.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { type Allowance, unlimited } from '../diskQuota.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from './storedFile.ts';

/** One migration for each version before the current one. */
const migrations: StoredShape<Preset[]>['migrations'] = [];

/** Reads each preset by itself, so that a broken preset is dropped alone. */
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

/** The largest number and size of presets. They are limited because each save writes and sends all of them. */
type PresetLimits = Pick<Allowance, 'presets' | 'presetBytes'>;

/** Stores the presets of a host. */
export class PresetStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #newId: () => string;
  readonly #limits: PresetLimits;
  /** Caches the size of each preset as JSON (bytes). */
  readonly #lengths = new WeakMap<Preset, number>();
  #presets: Preset[];

  /** Stored presets above the limits are kept. */
  constructor(dataDir: string, newId: () => string, now: number, limits: PresetLimits = unlimited) {
    this.#limits = limits;
    this.#path = join(dataDir, 'presets.json');
    this.#newId = newId;
    const read = readStored(this.#path, presetsShape, now);
    this.#presets = read.value ?? [];
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(now: number): void {
    this.#presets = readStored(this.#path, presetsShape, now).value ?? [];
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
   * Adds a preset, or replaces the preset with the same id. Returns the stored preset. `base` is the version that the
   * operator edited; if somebody else has saved since, the draft is rejected.
   *
   * @throws RingsideError the first broken rule of `presetProblems`, `preset.notFound` if the id was deleted,
   * `preset.stale`, `preset.tooMany`, `preset.tooMuch`, `storage.full`.
   */
  save(draft: PresetDraft, base?: Preset): Preset {
    const before = draft.id === undefined ? undefined : this.get(draft.id);
    if (before !== undefined && base !== undefined && !isDeepStrictEqual(before, base))
      throw new RingsideError('preset.stale');
    const preset: Preset = { ...draft, version: PRESET_VERSION, id: draft.id ?? this.#newId() };
    if (draft.id === undefined) this.refuseTooMany();
    const others = this.#presets.filter((each) => each.id !== preset.id);
    this.#refuse(preset, others);
    this.#refuseTooLarge(preset, before);
    this.#write(
      draft.id === undefined
        ? [...this.#presets, preset]
        : this.#presets.map((each) => (each.id === preset.id ? preset : each)),
    );
    return preset;
  }

  /**
   * Deletes a preset. Returns its index in the list, for `restore`.
   *
   * @throws RingsideError `preset.notFound`, `storage.full`.
   */
  delete(id: string): number {
    const place = this.#presets.indexOf(this.get(id));
    this.#write(this.#presets.filter((each) => each.id !== id));
    return place;
  }

  /**
   * Puts a deleted preset back at its index.
   *
   * @throws RingsideError the first broken rule of `presetProblems`, `invalid` if the id exists, `preset.tooMany`,
   * `preset.tooMuch`, `storage.full`.
   */
  restore(preset: Preset, place: number): void {
    const presets = this.#presets;
    if (presets.some(({ id }) => id === preset.id)) throw new RingsideError('invalid', { field: 'id' });
    this.refuseTooMany();
    this.#refuse(preset, presets);
    this.#refuseTooLarge(preset);
    this.#write([...presets.slice(0, place), preset, ...presets.slice(place)]);
  }

  /** @throws RingsideError `preset.tooMany` if no other preset may be added. */
  refuseTooMany(): void {
    const { presets: most } = this.#limits;
    if (this.#presets.length >= most) throw new RingsideError('preset.tooMany', { limit: most });
  }

  /** Rejects a preset that exceeds the total size. Saving a smaller version is always possible. */
  #refuseTooLarge(preset: Preset, before?: Preset): void {
    const { presetBytes: most } = this.#limits;
    const growth = this.#bytesOf(preset) - (before === undefined ? 0 : this.#bytesOf(before));
    if (growth <= 0 || most === Number.POSITIVE_INFINITY) return;
    const used = this.#presets.reduce((sum, each) => sum + this.#bytesOf(each), 0);
    if (used + growth > most) throw new RingsideError('preset.tooMuch', { limit: Math.round(most / 1024) });
  }

  #bytesOf(preset: Preset): number {
    const known = this.#lengths.get(preset) ?? Buffer.byteLength(JSON.stringify(preset));
    this.#lengths.set(preset, known);
    return known;
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
