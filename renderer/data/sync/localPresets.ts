import { RingsideError } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { freeName } from '../presets/copyName.ts';
import { draftOf } from '../presets/presetForm.ts';
import type { PresetContext } from './passContext.ts';
import { contentHash } from './syncCache.ts';

/** The backstage's presets during one pass. Reads them once; each change goes to the backstage and the sync cache. */
export class LocalPresets {
  readonly #context: PresetContext;
  #presets: Preset[];

  private constructor(context: PresetContext, presets: Preset[]) {
    this.#context = context;
    this.#presets = presets;
  }

  static async open(context: PresetContext): Promise<LocalPresets> {
    return new LocalPresets(context, (await context.link.call('presets.list', {})).presets);
  }

  get all(): readonly Preset[] {
    return this.#presets;
  }

  find(id: string): Preset | undefined {
    return this.#presets.find((preset) => preset.id === id);
  }

  /** Adds a preset of the account under its own id; renames it or the local one if its name is taken. */
  async add(remote: Preset, revision: number): Promise<void> {
    const { link } = this.#context;
    await this.#put(remote, revision, (preset) =>
      link.call('presets.restore', { preset, place: this.#presets.length }),
    );
  }

  /** Replaces a local preset with the account's version. Rejects if the local preset has changed meanwhile. */
  async replace(local: Preset, remote: Preset, revision: number): Promise<void> {
    const { link } = this.#context;
    await this.#put(remote, revision, (preset) =>
      link.call('presets.save', { preset: draftOf(preset), base: local }),
    );
  }

  async remove(id: string): Promise<void> {
    const { cache, link } = this.#context;
    // Remove the entry first, so that the deletion is not recorded as one by the host.
    cache.removeEntry('presets', id);
    await link.call('presets.delete', { presetId: id });
    this.#presets = this.#presets.filter((preset) => preset.id !== id);
  }

  async #put(remote: Preset, revision: number, put: (preset: Preset) => Promise<unknown>): Promise<void> {
    let preset = remote;
    try {
      await put(remote);
    } catch (error) {
      if (!(error instanceof RingsideError) || error.problem.code !== 'preset.nameTaken') throw error;
      preset = await this.#resolveNameClash(remote);
      await put(preset);
    }
    this.#context.cache.setEntry('presets', remote.id, { revision, mark: contentHash(remote) });
    this.#replace(preset);
  }

  /**
   * Resolves a name clash between a preset of the account and a local one. Renames the local preset if it is not
   * synced yet and not in use; otherwise renames the account's. Returns the account's preset with its final name.
   */
  async #resolveNameClash(remote: Preset): Promise<Preset> {
    const { cache, link, isInUse, onConflict } = this.#context;
    const names = this.#presets.filter(({ id }) => id !== remote.id).map(({ name }) => name);
    const free = freeName(remote.name, names);
    const { items } = cache.section('presets');
    const holder = this.#presets.find(
      ({ id, name }) => id !== remote.id && freeName(remote.name, [name]) !== remote.name && !(id in items),
    );
    onConflict({ name: remote.name, copy: free });
    if (holder === undefined || isInUse(holder.id)) return { ...remote, name: free };
    const renamed = { ...holder, name: free };
    await link.call('presets.save', { preset: draftOf(renamed), base: holder });
    this.#replace(renamed);
    return remote;
  }

  #replace(preset: Preset): void {
    this.#presets = [...this.#presets.filter(({ id }) => id !== preset.id), preset];
  }
}
