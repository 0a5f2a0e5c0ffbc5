import { presetCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { ApiError } from '../api/apiError.ts';
import type { DataOf } from '../api/types.ts';
import { LocalPresets } from './localPresets.ts';
import { forItem, type PresetContext, quiet } from './passContext.ts';
import { type CacheSection, contentHash, UNREADABLE } from './syncCache.ts';

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
