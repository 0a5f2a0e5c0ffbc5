import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { PRESET_VERSION, type Preset, presetSchema } from '#shared/contract/preset.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { type Allowance, unlimited } from '../allowance.ts';
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

/** How many presets can be kept, and how many bytes of them. Each save writes and sends all of them. */
export type PresetLimits = Pick<Allowance, 'presets' | 'presetBytes'>;

export class PresetStore {
  readonly keptAside: string | null;
  readonly #path: string;
  readonly #newId: () => string;
  readonly #limits: PresetLimits;
  /** Bytes of presets as text. */
  readonly #lengths = new WeakMap<Preset, number>();
  #presets: Preset[];

  /** What is there already above the limits stays. */
  constructor(dataDir: string, newId: () => string, now: number, limits: PresetLimits = unlimited) {
    this.#limits = limits;
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
    this.#refuseTooLarge(preset);
    this.#write([...presets.slice(0, place), preset, ...presets.slice(place)]);
  }

  /** @throws RingsideError `preset.tooMany` when there is no room for another one. */
  refuseTooMany(): void {
    const { presets: most } = this.#limits;
    if (this.#presets.length >= most) throw new RingsideError('preset.tooMany', { limit: most });
  }

  /** A preset that becomes smaller can be saved above the limit too. */
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
