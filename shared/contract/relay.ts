import { z } from 'zod';
import { problemSchema } from './error.ts';

/**
 * The protocol between a client and a relay. A look-up is a GET request with the response below. Frames then come over
 * a WebSocket at the same path, in the platform's own format. Each frame's id is its position, which the client
 * acknowledges.
 */
export const RELAY_PATH = '/relay/rooms';

/** `from` of a socket that continues after the frame that its device acknowledged last. */
export const FROM_DEVICE = 'device';

export const relayQuerySchema = z.object({
  username: z.string().min(1).max(100),
  /** Identifies an installation, so that the relay knows its position after a restart. */
  device: z.string().max(64).default(''),
  /** The last received position, FROM_DEVICE, or '' for new frames only. */
  from: z
    .string()
    .regex(/^(?:device|\d{0,19})$/)
    .default(''),
});
export type RelayQuery = z.infer<typeof relayQuerySchema>;

const id = z.string().regex(/^(?:[1-9]\d{0,18})?$/);

const roomFactsSchema = z.object({
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
