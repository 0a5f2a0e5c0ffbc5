import { z } from 'zod';
import { pictureIdSchema, pictureSchema } from '../anchors.ts';
import { FONT_CHUNK, hostThemeSchema } from '../overlay/look.ts';
import { nothing } from './commonSchemas.ts';

const id = hostThemeSchema.shape.id;
const one = z.object({ theme: hostThemeSchema });
const data = z.base64().max(Math.ceil(FONT_CHUNK / 3) * 4);

/** The host's themes of widgets, and their font files. */
export const themeCalls = {
  'themes.list': { args: nothing, result: z.object({ themes: z.array(hostThemeSchema) }) },
  /**
   * Adds a theme. A name that another theme has gets a number. Errors: `theme.tooMany`, `theme.file` if the device does
   * not have one of its pictures or its font.
   */
  'themes.create': {
    args: hostThemeSchema.pick({ name: true, base: true, look: true }),
    result: one,
  },
  /** Saves a theme. `changedAt` is that at the start of the edit. Errors: `theme.notFound`, `theme.stale`, `theme.file`. */
  'themes.save': { args: z.object({ theme: hostThemeSchema }), result: one },
  /** Deletes a theme. Widgets with it then have its base. `themes.restore` restores it for a week. */
  'themes.delete': { args: z.object({ id }), result: nothing },
  'themes.restore': { args: z.object({ id }), result: one },
  /**
   * Receives the next part of a font file: the first one without `id`, the others with the id of the answer. `font` is
   * the id of the file once it is whole, '' before. Errors: `font.tooLarge`, `font.cut`, `font.invalid`, `storage.full`.
   */
  'fonts.put': {
    args: z.object({
      id: z.string().max(64),
      /** Bytes of the whole file. */
      size: z.number().int().positive(),
      offset: z.number().int().nonnegative(),
      data,
    }),
    result: z.object({ id: z.string(), font: pictureSchema }),
  },
  /** Reads the next part of a font file; `data` is '' at its end. Errors: `theme.file`. */
  'fonts.read': {
    args: z.object({ font: pictureIdSchema, offset: z.number().int().nonnegative() }),
    result: z.object({ data }),
  },
} as const;
