import { z } from 'zod';
import { lineDraftSchema, pageLineSchema, shownLineSchema } from '../connection.ts';
import { presetSchema } from '../preset.ts';
import { nothing, presetDraftSchema, presetId } from './commonSchemas.ts';

/** Presets and lines. */
export const settingCalls = {
  'presets.list': { args: nothing, result: z.object({ presets: z.array(presetSchema) }) },
  'presets.save': {
    args: z.object({
      preset: presetDraftSchema,
      /** The preset as it was when its editing began; `preset.stale` when somebody else has saved it since. */
      base: presetSchema.optional(),
    }),
    result: z.object({ preset: presetSchema }),
  },
  /** `place` is where it stood in the list. */
  'presets.delete': {
    args: z.object({ presetId }),
    result: z.object({ place: z.number().int().nonnegative() }),
  },
  /** Puts a deleted preset back as it was, under its own id and in its place. */
  'presets.restore': {
    args: z.object({ preset: presetSchema, place: z.number().int().nonnegative() }),
    result: nothing,
  },
  'lines.list': {
    args: nothing,
    result: z.object({ lines: z.array(shownLineSchema), bothLines: z.boolean(), page: pageLineSchema }),
  },
  /**
   * `bothLines`: listen by both at once; without it that stays as it is. A secret that is left out is kept, unless the
   * address that it is for becomes another one.
   */
  'lines.save': {
    args: z.object({
      lines: z.array(lineDraftSchema).length(2),
      bothLines: z.boolean().optional(),
      /** The lines as they were when their editing began; `line.stale` when somebody else has saved them since. */
      base: z.array(shownLineSchema).length(2).optional(),
    }),
    result: nothing,
  },
} as const;
