import { z } from 'zod';

/*
 * Facts about an anchor that are not in the game state: its account on the platform, and its picture. Each picture is
 * stored once, under the SHA-256 of its bytes, so that presets and messages contain only a short id.
 */

const count = z.number().int().nonnegative();

export const pictureIdSchema = z.string().regex(/^[0-9a-f]{64}$/);
export type PictureId = z.infer<typeof pictureIdSchema>;

/** A picture's id; '' if there is none. */
export const pictureSchema = z.union([pictureIdSchema, z.literal('')]);

/** Maximum size of an uploaded picture in bytes. A face of 256 by 256 pixels is much smaller. */
export const LARGEST_PICTURE = 128 * 1024;

/** Maximum pixels per side of any picture: a small file can be huge once it is decoded. */
export const LARGEST_SIDE = 2048;

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A picture as a `data:` URL, in pages and in preset files. */
export const pictureDataSchema = z
  .string()
  .max(Math.ceil(LARGEST_PICTURE / 3) * 4 + 40)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);

/** The stored picture of a gift. */
export const giftPictureSchema = z.object({ giftId: z.number().int().positive(), picture: pictureIdSchema });
export type GiftPicture = z.infer<typeof giftPictureSchema>;

export const anchorFactsSchema = z.object({
  /** As in the preset, in lower case. */
  username: z.string(),
  /** The platform's id of the account; '' if unknown. */
  userId: z.string(),
  nickname: z.string(),
  avatar: pictureSchema,
  following: count,
  followers: count,
  live: z.boolean(),
  /** Time of the look-up (ms). */
  at: z.number(),
});
export type AnchorFacts = z.infer<typeof anchorFactsSchema>;

/** The cache key of a username. The platform ignores letter case. */
export function accountKey(username: string): string {
  return username.trim().replace(/^@+/, '').toLowerCase();
}
