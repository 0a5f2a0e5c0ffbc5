import { z } from 'zod';
import { problemSchema } from './error.ts';

/**
 * What a Ringside that listens through a relay and the relay say to each other. A lookup is a GET request, its
 * answer is below; frames then come over a WebSocket at the same path, in the platform's own form, and each
 * carries its position as the id by which it is acknowledged.
 */
export const RELAY_PATH = '/relay/rooms';

/** `from` of a socket that goes on after what its device acknowledged last. */
export const FROM_DEVICE = 'device';

export const relayQuerySchema = z.object({
  username: z.string().min(1).max(100),
  /** Names an installation, so that it finds its place again after a restart. */
  device: z.string().max(64).default(''),
  /** The last position that was seen, FROM_DEVICE, or empty for only what is new. */
  from: z
    .string()
    .regex(/^(?:device|\d{0,19})$/)
    .default(''),
});
export type RelayQuery = z.infer<typeof relayQuerySchema>;

const id = z.string().regex(/^(?:[1-9]\d{0,18})?$/);

export const roomFactsSchema = z.object({
  roomId: id,
  ownerId: id,
  ownerUsername: z.string(),
  nickname: z.string(),
  title: z.string(),
  avatar: z.string(),
  following: z.number().int().nonnegative(),
  followers: z.number().int().nonnegative(),
  live: z.boolean(),
});

export const relayAnswerSchema = z.union([
  z.object({ room: roomFactsSchema }),
  z.object({ problem: problemSchema }),
]);
export type RelayAnswer = z.infer<typeof relayAnswerSchema>;
