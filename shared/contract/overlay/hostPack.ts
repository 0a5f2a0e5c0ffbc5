import { z } from 'zod';
import { pictureIdSchema, pictureSchema } from '../anchors.ts';
import { packCues, packSchema } from './pack.ts';

/** Limits of the packs of a host. */
export const hostPackLimits = {
  packs: 12,
  /** Bytes of a zip file, of a pack without its zip file, of one file of it, and of all packs of a host together. */
  zipBytes: 8 * 1024 ** 2,
  bytes: 8 * 1024 ** 2,
  fileBytes: 4 * 1024 ** 2,
  allBytes: 32 * 1024 ** 2,
  /** Entries of a zip file. A designer's own files may lie beside those of the pack. */
  entries: 200,
  manifestBytes: 200 * 1024,
  /** Bytes of a pack's pictures when they are decoded for a page of 1080x1920. A look has a pack of each. */
  decodedBytes: { style: 30 * 1024 ** 2, scene: 23 * 1024 ** 2, line: 11 * 1024 ** 2 },
  /** Bytes of all decoded pictures of a pack, while the player prepares a level. */
  sourceBytes: 64 * 1024 ** 2,
} as const;

/** The bytes of a zip file in one call: in base64, they fit into the largest request. */
export const PACK_CHUNK = 120 * 1024;

/** A pack of the host, for lists and choices. Its id is that of its stored manifest, so equal packs have equal ids. */
export const hostPackSchema = z.object({
  fills: packSchema.shape.fills,
  name: packSchema.shape.name,
  id: pictureIdSchema,
  addedAt: z.number(),
  bytes: z.number().int().nonnegative(),
  /** The picture for lists, with the grid of its frames; '' for none. */
  cover: pictureSchema,
  columns: z.number().int().min(1),
  rows: z.number().int().min(1),
  /** The ids of its sounds. */
  sounds: z.partialRecord(z.enum(packCues), pictureIdSchema).default({}),
});
export type HostPack = z.infer<typeof hostPackSchema>;
