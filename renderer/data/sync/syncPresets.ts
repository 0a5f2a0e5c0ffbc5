import { presetCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { ApiError } from '../api/apiError.ts';
import type { DataOf } from '../api/types.ts';
import { type BookPage, UNREADABLE } from './book.ts';
import { forItem } from './forItem.ts';
import { markOf } from './mark.ts';
import { type PresetParts, quiet } from './parts.ts';
import { PresetShelf } from './presetShelf.ts';
import { isRehearsals } from './rehearsalPreset.ts';

type Change = DataOf<(typeof presetCalls)['changes']>['changes'][number];
type Saved = DataOf<(typeof presetCalls)['save']>;

/**
 * One pass over the presets of an account: takes over what has changed there, tells what was deleted here, and
 * saves what is new or changed here. What was changed on both sides is kept twice, each under a name of its own.
 * Rejects when the server or the backstage cannot be reached; the next pass goes on from there.
 */
export async function syncPresets(parts: PresetParts): Promise<void> {
  const shelf = await PresetShelf.open(parts);
  await takeChanges(parts, shelf);
  await tellDeleted(parts, shelf);
  for (const preset of waitingPresets(parts.book.page('presets'), shelf.all)) {
    await forItem(parts, preset.name, async () => settle(parts, shelf, preset, await save(parts, preset)));
  }
}

/** The presets that the account does not have as they are here. */
export function waitingPresets(page: BookPage, presets: readonly Preset[]): Preset[] {
  return presets.filter((preset) => {
    if (isRehearsals(preset) || !syncIdSchema.safeParse(preset.id).success) return false;
    const known = page.items[preset.id]?.mark;
    return known !== UNREADABLE && known !== markOf(preset);
  });
}

async function takeChanges(parts: PresetParts, shelf: PresetShelf): Promise<void> {
  const { api, book } = parts;
  let since = book.page('presets').since;
  let putOff = false;
  for (let more = true; more; ) {
    const answer = await api.call(presetCalls.changes, { params: { since } }, quiet);
    for (const change of answer.changes) {
      const taken = await forItem(parts, change.name, () => take(parts, shelf, change));
      if (!taken) putOff = true;
    }
    since = answer.next;
    more = answer.more;
    // What was put off is to come again with the next pass.
    if (!putOff) book.reach('presets', since);
  }
}

/** Takes one change of the account over; false when that has to wait until a show has ended. */
async function take(parts: PresetParts, shelf: PresetShelf, change: Change): Promise<boolean> {
  const { book, isHeld } = parts;
  const { id, revision } = change;
  const known = book.page('presets').items[id];
  if (known?.revision === revision && known.mark !== UNREADABLE) return true;
  const local = shelf.find(id);
  const unchanged = local !== undefined && known?.mark === markOf(local);
  if (change.deleted) {
    if (local === undefined) book.forget('presets', id);
    else if (!unchanged) book.note('presets', id, { revision, mark: '' });
    else if (isHeld(id)) return false;
    else await shelf.remove(id);
    return true;
  }
  const remote = presetSchema.safeParse(change.item);
  if (!remote.success) {
    book.note('presets', id, { revision, mark: UNREADABLE });
    return true;
  }
  if (local === undefined) {
    await shelf.add(remote.data, revision);
    return true;
  }
  if (markOf(local) === markOf(remote.data)) {
    book.note('presets', id, { revision, mark: markOf(local) });
    return true;
  }
  if (isHeld(id)) return false;
  if (!unchanged) return settle(parts, shelf, local, await save(parts, local));
  await shelf.replace(local, remote.data, revision);
  return true;
}

/** Saves a preset on the base of what was known; the server decides whether that is a conflict. */
function save({ api, book, device }: PresetParts, preset: Preset): Promise<Saved> {
  const known = book.page('presets').items[preset.id];
  const baseRevision = known === undefined || known.mark === UNREADABLE ? 0 : known.revision;
  const body = { baseRevision, item: preset, device };
  return api.call(presetCalls.save, { params: { id: preset.id }, body }, { ...quiet, repeatable: true });
}

/**
 * Draws the consequences of a save: after a conflict the account's version stands here too, ours beside it. False
 * when that has to wait.
 */
async function settle(
  parts: PresetParts,
  shelf: PresetShelf,
  sent: Preset,
  { outcome, current, copy }: Saved,
): Promise<boolean> {
  const { book, isHeld, onKeptBoth } = parts;
  if (outcome !== 'conflict') {
    book.note('presets', sent.id, { revision: current.revision, mark: markOf(sent) });
    return true;
  }
  const theirs = presetSchema.safeParse(current.item);
  const ours = presetSchema.safeParse(copy?.item);
  if (!theirs.success) {
    book.note('presets', sent.id, { revision: current.revision, mark: UNREADABLE });
    return true;
  }
  // The show goes on by what it was begun with; the server's copy is found again when it has ended.
  if (isHeld(sent.id)) return false;
  await shelf.replace(sent, theirs.data, current.revision);
  if (!ours.success || copy === null) return true;
  if (shelf.find(ours.data.id) === undefined) await shelf.add(ours.data, copy.revision);
  onKeptBoth({ name: theirs.data.name, copy: ours.data.name });
  return true;
}

async function tellDeleted({ api, book }: PresetParts, shelf: PresetShelf): Promise<void> {
  for (const [id, baseRevision] of Object.entries(book.page('presets').gone)) {
    if (shelf.find(id) !== undefined) {
      book.change('presets', (page) => void delete page.gone[id]);
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
    book.forget('presets', id);
    // It was changed elsewhere meanwhile, so it comes back: everything is looked at again.
    if (outcome === 'kept') book.reach('presets', 0);
  }
}
