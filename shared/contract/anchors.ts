import { z } from 'zod';

/*
 * What is known of an anchor beside the game: what the platform says of its account, and its picture. Pictures
 * are kept once each, under the SHA-256 of their bytes, so that presets and messages carry just a short name.
 */

const count = z.number().int().nonnegative();

export const pictureIdSchema = z.string().regex(/^[0-9a-f]{64}$/);
export type PictureId = z.infer<typeof pictureIdSchema>;

/** A picture's id, or nothing for none. */
export const pictureSchema = z.union([pictureIdSchema, z.literal('')]);

/** Bytes of a picture of one's own. A face is shown small: 256 by 256 points take a fraction of this. */
export const LARGEST_PICTURE = 128 * 1024;

/** Points at each side of any picture: what is small as a file may still be huge once it is unpacked. */
export const LARGEST_SIDE = 2048;

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A picture as a `data:` address, as pages show it and preset files carry it. */
export const pictureDataSchema = z
  .string()
  .max(Math.ceil(LARGEST_PICTURE / 3) * 4 + 40)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);

export const anchorFactsSchema = z.object({
  /** As the preset has it, in lower case. */
  username: z.string(),
  /** The platform's id of the account, empty when it does not say. */
  userId: z.string(),
  nickname: z.string(),
  avatar: pictureSchema,
  following: count,
  followers: count,
  live: z.boolean(),
  /** When it was looked up (ms). */
  at: z.number(),
});
export type AnchorFacts = z.infer<typeof anchorFactsSchema>;

/** How a username is looked up and remembered: the platform does not tell letter case apart. */
export function accountKey(username: string): string {
  return username.trim().replace(/^@+/, '').toLowerCase();
}
