import { z } from 'zod';
import { pictureDataSchema, pictureIdSchema } from '../contract/anchors.ts';
import { type PresetDraft, presetDraftSchema } from '../contract/backstage.ts';
import type { Problem } from '../contract/error.ts';
import { PRESET_VERSION, type Preset } from '../contract/preset.ts';
import { parseJson } from '../json.ts';
import { presetProblems } from './presetRules.ts';

/** Marks a file as a preset, so that other JSON files are refused. */
const PRESET_FILE_FORMAT = 'ringside-preset';

/** Maximum length of a preset file in characters; fifty anchors with the largest pictures need fewer. */
export const LARGEST_PRESET_FILE = 12_000_000;

const fileSchema = z.object({
  format: z.literal(PRESET_FILE_FORMAT),
  version: z.number().int().min(1),
  preset: z.record(z.string(), z.unknown()),
  /** The anchors' pictures by their ids. */
  pictures: z.unknown().optional(),
});

/** Maximum number of pictures: one per anchor. */
const MOST_PICTURES = 50;
const picturesSchema = z
  .record(pictureIdSchema, pictureDataSchema)
  .refine((pictures) => Object.keys(pictures).length <= MOST_PICTURES)
  .default({});

/** A preset from a file, with its anchors' pictures as `data:` URLs. */
export interface PresetFile {
  preset: PresetDraft;
  pictures: ReadonlyMap<string, string>;
}

/** Writes a preset file. It omits the preset's id, because an import creates a new preset. */
export function writePresetFile(
  preset: Preset | PresetDraft,
  pictures: ReadonlyMap<string, string> = new Map(),
): string {
  const file = {
    format: PRESET_FILE_FORMAT,
    version: PRESET_VERSION,
    preset: { ...preset, id: undefined },
    pictures: pictures.size === 0 ? undefined : Object.fromEntries(pictures),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads a preset file of any content. Missing rules get their defaults. A problem names its field, and then nothing is
 * imported. Saving checks whether the name is free.
 */
export function readPresetFile(text: string): PresetDraft | Problem {
  const read = readWholePresetFile(text);
  return 'code' in read ? read : read.preset;
}

/** Reads a preset file with its pictures. An anchor whose picture is not in the file gets none. */
export function readWholePresetFile(text: string): PresetFile | Problem {
  if (text.length > LARGEST_PRESET_FILE) return { code: 'preset.tooLarge' };
  const file = fileSchema.safeParse(parseJson(text));
  if (!file.success) return { code: 'preset.fileUnreadable' };
  if (file.data.version > PRESET_VERSION) return { code: 'preset.fileNewer' };
  const draft = presetDraftSchema.omit({ id: true }).safeParse(file.data.preset);
  if (!draft.success) {
    const [field = ''] = draft.error.issues.map(({ path }) => path.join('.'));
    return { code: 'preset.fileField', params: { field } };
  }
  const pictures = picturesSchema.safeParse(file.data.pictures);
  if (!pictures.success) return { code: 'preset.fileField', params: { field: 'pictures' } };
  const [first] = presetProblems(draft.data, []);
  if (first === undefined) return withPictures(draft.data, new Map(Object.entries(pictures.data)));
  return { code: first.problem.code, params: { ...first.problem.params, field: first.path } };
}

function withPictures(preset: PresetDraft, carried: ReadonlyMap<string, string>): PresetFile {
  const anchors = preset.anchors.map((anchor) => ({
    ...anchor,
    avatar: carried.has(anchor.avatar) ? anchor.avatar : '',
  }));
  const named = new Set(anchors.map(({ avatar }) => avatar));
  return {
    preset: { ...preset, anchors },
    pictures: new Map([...carried].filter(([id]) => named.has(id))),
  };
}
