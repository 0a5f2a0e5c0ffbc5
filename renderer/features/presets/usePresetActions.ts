import { useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { draftOf, fileName, freeName } from '#renderer/data/presets/presetForm.ts';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import {
  LARGEST_PRESET_FILE,
  type PresetFile,
  readWholePresetFile,
  writePresetFile,
} from '#shared/game/presetFile.ts';

export interface PresetActions {
  /** The preset that was deleted last and can be restored. */
  deleted: { preset: Preset; place: number } | null;
  /** The last file or copy that was rejected, with the reason. */
  refused: { file: string; problem: Problem } | null;
  copy(preset: Preset): Promise<Preset | null>;
  rename(preset: Preset, name: string): Promise<Problem | null>;
  remove(preset: Preset): Promise<void>;
  restore(): Promise<void>;
  exportFile(preset: Preset): Promise<void>;
  importFile(file: File): Promise<Preset | null>;
  forget(): void;
}

/** Copies, renames, deletes, restores, exports and imports presets. */
export function usePresetActions(presets: readonly Preset[]): PresetActions {
  const { attempt, call, toasts } = useRingside();
  const [deleted, setDeleted] = useState<PresetActions['deleted']>(null);
  const [refused, setRefused] = useState<PresetActions['refused']>(null);
  const names = presets.map(({ name }) => name);
  const announce = (key: string, name: string) =>
    toasts.getState().add({ severity: 'success', summary: { key, params: { name } } });
  const add = async (draft: PresetDraft): Promise<Preset> => {
    const { id: _id, ...own } = draft;
    return (await call('presets.save', { preset: { ...own, name: freeName(draft.name, names) } })).preset;
  };
  return {
    deleted,
    refused,
    copy: async (preset) => {
      try {
        return await add(draftOf(preset));
      } catch (error) {
        setRefused({ file: preset.name, problem: problemOf(error) });
        return null;
      }
    },
    rename: async (preset, name) => {
      try {
        await call('presets.save', { preset: { ...draftOf(preset), name }, base: preset });
        return null;
      } catch (error) {
        return problemOf(error);
      }
    },
    remove: async (preset) => {
      const done = await attempt('presets.delete', { presetId: preset.id });
      if (done !== null) setDeleted({ preset, place: done.place });
    },
    restore: async () => {
      if (deleted === null) return;
      if ((await attempt('presets.restore', deleted)) !== null) setDeleted(null);
    },
    exportFile: async (preset) => {
      const ids = [...new Set(preset.anchors.map(({ avatar }) => avatar))].filter((id) => id !== '');
      const pictures = await picturesOf(ids, attempt);
      if (pictures === null) return;
      const content = new Blob([writePresetFile(preset, pictures)], { type: 'application/json' });
      saveFile(fileName(preset.name), content);
      announce('live.exported', preset.name);
    },
    importFile: async (file) => {
      setRefused(null);
      const read = await readFile(file);
      if ('code' in read) {
        setRefused({ file: file.name, problem: read });
        return null;
      }
      try {
        const preset = await add(await withPictures(read, call));
        announce('live.imported', preset.name);
        return preset;
      } catch (error) {
        setRefused({ file: file.name, problem: problemOf(error) });
        return null;
      }
    },
    forget: () => {
      setDeleted(null);
      setRefused(null);
    },
  };
}

/** Reads a preset file, unless its size exceeds the limit: a character takes at most three bytes in UTF-8. */
async function readFile(file: File): Promise<PresetFile | Problem> {
  if (file.size > LARGEST_PRESET_FILE * 3) return { code: 'preset.tooLarge' };
  return readWholePresetFile(await file.text());
}

/** Stores the file's pictures in the backstage. Returns the preset with their ids there. */
async function withPictures({ preset, pictures }: PresetFile, call: Ringside['call']): Promise<PresetDraft> {
  const names = new Map([['', '']]);
  for (const [id, data] of pictures) names.set(id, (await call('pictures.put', { data })).picture);
  return {
    ...preset,
    anchors: preset.anchors.map((anchor) => ({ ...anchor, avatar: names.get(anchor.avatar) ?? '' })),
  };
}

/** Number of pictures per call. */
const AT_ONCE = 20;

/** Loads pictures by id, as `data:` URLs. Returns null after an error, which is shown as a toast. */
async function picturesOf(
  ids: readonly string[],
  attempt: Ringside['attempt'],
): Promise<ReadonlyMap<string, string> | null> {
  const found = new Map<string, string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const answer = await attempt('pictures.read', { pictures: ids.slice(from, from + AT_ONCE) });
    if (answer === null) return null;
    for (const { id, data } of answer.pictures) if (data !== '') found.set(id, data);
  }
  return found;
}
