import { RingsideError } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { freeName } from '../presets/copyName.ts';
import { draftOf } from '../presets/presetForm.ts';
import { markOf } from './mark.ts';
import type { PresetParts } from './parts.ts';

/** The presets of the backstage, as a pass of syncing changes them. */
export class PresetShelf {
  readonly #parts: PresetParts;
  #presets: Preset[];

  private constructor(parts: PresetParts, presets: Preset[]) {
    this.#parts = parts;
    this.#presets = presets;
  }

  static async open(parts: PresetParts): Promise<PresetShelf> {
    return new PresetShelf(parts, (await parts.link.call('presets.list', {})).presets);
  }

  get all(): readonly Preset[] {
    return this.#presets;
  }

  find(id: string): Preset | undefined {
    return this.#presets.find((preset) => preset.id === id);
  }

  /** Puts a preset of the account here, under its own id; under another name where its own is taken. */
  async add(remote: Preset, revision: number): Promise<void> {
    const { link } = this.#parts;
    await this.#put(remote, revision, (preset) =>
      link.call('presets.restore', { preset, place: this.#presets.length }),
    );
  }

  /** Brings a preset to what the account has of it. Rejects when it was changed here meanwhile. */
  async replace(local: Preset, remote: Preset, revision: number): Promise<void> {
    const { link } = this.#parts;
    await this.#put(remote, revision, (preset) =>
      link.call('presets.save', { preset: draftOf(preset), base: local }),
    );
  }

  async remove(id: string): Promise<void> {
    const { book, link } = this.#parts;
    // Written down first, so that what comes of it is not taken for something that the host has deleted.
    book.forget('presets', id);
    await link.call('presets.delete', { presetId: id });
    this.#presets = this.#presets.filter((preset) => preset.id !== id);
  }

  async #put(remote: Preset, revision: number, put: (preset: Preset) => Promise<unknown>): Promise<void> {
    let preset = remote;
    try {
      await put(remote);
    } catch (error) {
      if (!(error instanceof RingsideError) || error.problem.code !== 'preset.nameTaken') throw error;
      preset = await this.#makeRoom(remote);
      await put(preset);
    }
    this.#parts.book.note('presets', remote.id, { revision, mark: markOf(remote) });
    this.#replace(preset);
  }

  /**
   * Another preset has the name already, and both stay. The one that the account does not know yet gets another name;
   * where that cannot be the one that is here, it is the one that comes. Returns what comes, as it can be put here.
   */
  async #makeRoom(remote: Preset): Promise<Preset> {
    const { book, link, isHeld, onKeptBoth } = this.#parts;
    const names = this.#presets.filter(({ id }) => id !== remote.id).map(({ name }) => name);
    const free = freeName(remote.name, names);
    const { items } = book.page('presets');
    const holder = this.#presets.find(
      ({ id, name }) => id !== remote.id && freeName(remote.name, [name]) !== remote.name && !(id in items),
    );
    onKeptBoth({ name: remote.name, copy: free });
    if (holder === undefined || isHeld(holder.id)) return { ...remote, name: free };
    const renamed = { ...holder, name: free };
    await link.call('presets.save', { preset: draftOf(renamed), base: holder });
    this.#replace(renamed);
    return remote;
  }

  #replace(preset: Preset): void {
    this.#presets = [...this.#presets.filter(({ id }) => id !== preset.id), preset];
  }
}
