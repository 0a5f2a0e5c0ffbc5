import { presetCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { ApiError } from '../api/apiError.ts';
import type { DataOf } from '../api/client.ts';
import { draftOf, freeName } from '../presets/presetForm.ts';
import {
  type CacheSection,
  contentHash,
  forItem,
  type PresetContext,
  quiet,
  UNREADABLE,
} from './syncCache.ts';

type Change = DataOf<(typeof presetCalls)['changes']>['changes'][number];
type Saved = DataOf<(typeof presetCalls)['save']>;

/**
 * Runs one pass over the presets: applies the account's changes, sends deletions, then saves new and changed presets.
 * A preset that was changed on both sides is kept twice, under two names. Rejects if the server or the backstage is
 * unreachable; the next pass continues from there.
 */
export async function syncPresets(context: PresetContext): Promise<void> {
  const localPresets = await LocalPresets.open(context);
  await applyChanges(context, localPresets);
  await sendDeletions(context, localPresets);
  for (const preset of waitingPresets(context.cache.section('presets'), localPresets.all)) {
    await forItem(context, preset.name, async () =>
      applySaved(context, localPresets, preset, await save(context, preset)),
    );
  }
}

/** Prefix of the anchor ids that a rehearsal creates. */
const REHEARSAL_ANCHOR = /^rehearsal-/;

/** True for the preset of a rehearsal, which every device creates for itself and which is not synced. */
function isRehearsalPreset({ anchors }: Pick<Preset, 'anchors'>): boolean {
  return anchors.length > 0 && anchors.every(({ id }) => REHEARSAL_ANCHOR.test(id));
}

/** Returns the presets whose current content the account does not have. */
export function waitingPresets(section: CacheSection, presets: readonly Preset[]): Preset[] {
  return presets.filter((preset) => {
    if (isRehearsalPreset(preset) || !syncIdSchema.safeParse(preset.id).success) return false;
    const known = section.items[preset.id]?.mark;
    return known !== UNREADABLE && known !== contentHash(preset);
  });
}

/** Fetches the account's changes since the cursor, page by page, and applies them. */
async function applyChanges(context: PresetContext, localPresets: LocalPresets): Promise<void> {
  const { api, cache } = context;
  let since = cache.section('presets').since;
  let postponed = false;
  for (let more = true; more; ) {
    const answer = await api.call(presetCalls.changes, { params: { since } }, quiet);
    for (const change of answer.changes) {
      const applied = await forItem(context, change.name, () => applyChange(context, localPresets, change));
      if (!applied) postponed = true;
    }
    since = answer.next;
    more = answer.more;
    // Keep the cursor after a postponed change, so that the next pass receives the change again.
    if (!postponed) cache.setCursor('presets', since);
  }
}

/** Applies one change of the account; returns false if the change has to wait until the show has ended. */
async function applyChange(
  context: PresetContext,
  localPresets: LocalPresets,
  change: Change,
): Promise<boolean> {
  const { cache, isInUse } = context;
  const { id, revision } = change;
  const known = cache.section('presets').items[id];
  if (known?.revision === revision && known.mark !== UNREADABLE) return true;
  const local = localPresets.find(id);
  const unchanged = local !== undefined && known?.mark === contentHash(local);
  if (change.deleted) {
    if (local === undefined) cache.removeEntry('presets', id);
    else if (!unchanged) cache.setEntry('presets', id, { revision, mark: '' });
    else if (isInUse(id)) return false;
    else await localPresets.remove(id);
    return true;
  }
  const remote = presetSchema.safeParse(change.item);
  if (!remote.success) {
    cache.setEntry('presets', id, { revision, mark: UNREADABLE });
    return true;
  }
  if (local === undefined) {
    await localPresets.add(remote.data, revision);
    return true;
  }
  if (contentHash(local) === contentHash(remote.data)) {
    cache.setEntry('presets', id, { revision, mark: contentHash(local) });
    return true;
  }
  if (isInUse(id)) return false;
  if (!unchanged) return applySaved(context, localPresets, local, await save(context, local));
  await localPresets.replace(local, remote.data, revision);
  return true;
}

/** Saves a preset with its last known revision, by which the server detects a conflict. */
function save({ api, cache, device }: PresetContext, preset: Preset): Promise<Saved> {
  const known = cache.section('presets').items[preset.id];
  const baseRevision = known === undefined || known.mark === UNREADABLE ? 0 : known.revision;
  const body = { baseRevision, item: preset, device };
  return api.call(presetCalls.save, { params: { id: preset.id }, body }, { ...quiet, repeatable: true });
}

/**
 * Applies the result of a save. After a conflict, this device gets the account's version under the preset's id and
 * its own version as a copy. Returns false if that has to wait until the show has ended.
 */
async function applySaved(
  context: PresetContext,
  localPresets: LocalPresets,
  sent: Preset,
  { outcome, current, copy }: Saved,
): Promise<boolean> {
  const { cache, isInUse, onConflict } = context;
  if (outcome !== 'conflict') {
    cache.setEntry('presets', sent.id, { revision: current.revision, mark: contentHash(sent) });
    return true;
  }
  const theirs = presetSchema.safeParse(current.item);
  const ours = presetSchema.safeParse(copy?.item);
  if (!theirs.success) {
    cache.setEntry('presets', sent.id, { revision: current.revision, mark: UNREADABLE });
    return true;
  }
  // The running show keeps its preset; a pass after the show finds the conflict again.
  if (isInUse(sent.id)) return false;
  await localPresets.replace(sent, theirs.data, current.revision);
  if (!ours.success || copy === null) return true;
  if (localPresets.find(ours.data.id) === undefined) await localPresets.add(ours.data, copy.revision);
  onConflict({ name: theirs.data.name, copy: ours.data.name });
  return true;
}

/** Sends the deletions of this device to the account. */
async function sendDeletions({ api, cache }: PresetContext, localPresets: LocalPresets): Promise<void> {
  for (const [id, baseRevision] of Object.entries(cache.section('presets').gone)) {
    if (localPresets.find(id) !== undefined) {
      cache.update('presets', (section) => void delete section.gone[id]);
      continue;
    }
    const input = { params: { id }, query: { baseRevision: String(baseRevision) } };
    const outcome = await api
      .call(presetCalls.remove, input, { ...quiet, repeatable: true })
      .then((answer) => answer.outcome)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 404) return 'deleted' as const;
        throw error;
      });
    cache.removeEntry('presets', id);
    // Another device has changed the preset meanwhile, so the server keeps it: reset the cursor to download it.
    if (outcome === 'kept') cache.setCursor('presets', 0);
  }
}

/** The backstage's presets during one pass. Reads them once; each change goes to the backstage and the sync cache. */
class LocalPresets {
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
