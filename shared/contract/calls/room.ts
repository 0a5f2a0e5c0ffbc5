import { z } from 'zod';
import { anchorFactsSchema, pictureDataSchema, pictureIdSchema, pictureSchema } from '../anchors.ts';
import { languageSchema } from '../language.ts';
import { SOUND_CHUNK } from '../sound.ts';
import { brokenMessageSchema, nothing } from './commonSchemas.ts';

/** A gift that the catalogue lacks, as received in messages. */
export const learnedGiftSchema = z.object({
  id: z.number().int().positive(),
  /** The name in the platform's message, in any language; '' if the message had none. */
  name: z.string().trim().max(100),
  diamonds: z.number().int().nonnegative(),
  streak: z.boolean(),
});
export type LearnedGift = z.infer<typeof learnedGiftSchema>;

/** How busy a rehearsal is. */
export const rehearsalSizes = ['small', 'normal', 'busy', 'storm'] as const;
export type RehearsalSize = (typeof rehearsalSizes)[number];

/** Opening and closing the room, and what its messages teach. */
export const roomCalls = {
  /** Looks the room up and connects. Creates a show if none is open. Replacing another username needs `confirm`. */
  'room.open': {
    args: z.object({
      username: z.string().max(2000),
      lineId: z.enum(['line1', 'line2']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  /**
   * Waits until the room is live, then connects as `room.open` does. Resolves when the wait has begun. Closing the
   * connection to another room needs `confirm`. `room.close` ends the wait.
   */
  'room.wait': {
    args: z.object({
      username: z.string().max(2000),
      lineId: z.enum(['line1', 'line2']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  'room.close': { args: nothing, result: nothing },
  /** Shows the room's page where the backstage runs, if the page waits for a person. */
  'room.showPage': { args: nothing, result: nothing },
  /** Opens a generated show on the built-in rehearsal platform. All code behind the socket is that of a real show. */
  'rehearsal.open': {
    args: z.object({
      size: z.enum(rehearsalSizes),
      locale: languageSchema,
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  /** Returns the gifts of all shows that the catalogue lacks, the latest one last. */
  'gifts.learned': { args: nothing, result: z.object({ gifts: z.array(learnedGiftSchema) }) },
  'inspect.messages': { args: nothing, result: z.object({ methods: z.array(brokenMessageSchema) }) },
} as const;

/** Accounts and pictures of anchors. */
export const anchorCalls = {
  /** Looks up an account on the platform. Answers are cached for a few minutes, to limit requests. */
  'anchors.look': {
    args: z.object({ username: z.string().max(200) }),
    result: z.object({ anchor: anchorFactsSchema }),
  },
  /** Stores an uploaded picture, for an anchor's `avatar`. */
  'pictures.put': {
    args: z.object({ data: pictureDataSchema }),
    result: z.object({ picture: pictureIdSchema }),
  },
  /**
   * Receives the next part of a sound file: the first one without `id`, the others with the id of the answer. `sound` is
   * the id of the file once it is whole, '' before. Errors: `sound.tooLarge`, `sound.cut`, `sound.invalid`,
   * `sound.tooLong`, `storage.full`.
   */
  'sounds.put': {
    args: z.object({
      id: z.string().max(64),
      /** Bytes of the whole file. */
      size: z.number().int().positive(),
      offset: z.number().int().nonnegative(),
      data: z.base64().max(Math.ceil(SOUND_CHUNK / 3) * 4),
    }),
    result: z.object({ id: z.string(), sound: pictureSchema }),
  },
  /** Returns pictures and sounds as `data:` URLs; '' for an unknown id. */
  'pictures.read': {
    args: z.object({ pictures: z.array(pictureIdSchema).min(1).max(20) }),
    result: z.object({ pictures: z.array(z.object({ id: pictureIdSchema, data: z.string() })) }),
  },
} as const;
