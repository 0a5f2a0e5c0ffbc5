import { z } from 'zod';
import { pictureIdSchema } from '../anchors.ts';
import { hostPackSchema, PACK_CHUNK } from '../overlay/hostPack.ts';
import { nothing } from './commonSchemas.ts';

/** The packs of a host, in the order of their addition. */
export const hostPacksSchema = z.object({ packs: z.array(hostPackSchema) });
export type HostPacks = z.infer<typeof hostPacksSchema>;

/** Effect packs that the host has added. */
export const packCalls = {
  /**
   * Receives the next part of a zip file with a pack: the first one without `id`, the others with the id of the answer.
   * `pack` is the pack once the file is whole and checked, null before. Errors: `pack.*`, `storage.full`.
   */
  'packs.put': {
    args: z.object({
      id: z.string().max(64),
      /** Bytes of the whole file. */
      size: z.number().int().positive(),
      offset: z.number().int().nonnegative(),
      data: z.base64().max(Math.ceil(PACK_CHUNK / 3) * 4),
    }),
    result: z.object({ id: z.string(), pack: hostPackSchema.nullable() }),
  },
  /** Removes a pack. Pages show Ringside's own effects in its place. */
  'packs.remove': { args: z.object({ id: pictureIdSchema }), result: nothing },
  /** Restores a pack that was removed in the last seven days. Fails with `pack.gone`. */
  'packs.restore': { args: z.object({ id: pictureIdSchema }), result: nothing },
} as const;
