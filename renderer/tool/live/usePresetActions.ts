import { useState } from 'react';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { LARGEST_PRESET_FILE, readPresetFile, writePresetFile } from '#shared/game/presetFile.ts';
import { useRingside } from '../../app/hooks.ts';
import { problemOf } from '../../app/ringside.ts';
import { draftOf } from '../presets/presetForm.ts';
import { fileName, freeName } from './copyName.ts';

export interface PresetActions {
  /** A deleted preset that can be put back, until the next one is deleted. */
  deleted: { preset: Preset; place: number } | null;
  /** Why the last file was refused. */
  refused: { file: string; problem: Problem } | null;
  copy(preset: Preset): Promise<Preset | null>;
  rename(preset: Preset, name: string): Promise<Problem | null>;
  remove(preset: Preset): Promise<void>;
  restore(): Promise<void>;
  exportFile(preset: Preset): void;
  importFile(file: File): Promise<Preset | null>;
  forget(): void;
}

/** What can be done with whole presets. */
export function usePresetActions(presets: readonly Preset[]): PresetActions {
  const { attempt, call, toasts } = useRingside();
  const [deleted, setDeleted] = useState<PresetActions['deleted']>(null);
  const [refused, setRefused] = useState<PresetActions['refused']>(null);
  const names = presets.map(({ name }) => name);
  const said = (key: string, name: string) =>
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
    exportFile: (preset) => {
      saveFile(fileName(preset.name), writePresetFile(preset));
      said('live.exported', preset.name);
    },
    importFile: async (file) => {
      setRefused(null);
      const draft = await readFile(file);
      if ('code' in draft) {
        setRefused({ file: file.name, problem: draft });
        return null;
      }
      try {
        const preset = await add(draft);
        said('live.imported', preset.name);
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

/** One that is too large is not even read: each of its characters takes a byte or more. */
async function readFile(file: File): Promise<PresetDraft | Problem> {
  if (file.size > LARGEST_PRESET_FILE * 3) return { code: 'preset.tooLarge' };
  return readPresetFile(await file.text());
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
