import { z } from 'zod';

/* A phone steers the show over the local network. It has a token of its own, which allows a few calls only. */

/** The page of a phone. The pairing code follows after `#`, so that it appears in no log. */
export const PHONE_PAGE = '/phone';
/** Exchanges a pairing code for a token. */
export const PAIR_PATH = '/phone/pair';

/** A pairing code, and a phone's token: 256 random bits as 43 characters. */
export const phoneSecretSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The longest name of a phone. */
export const MAX_PHONE_NAME = 60;

export const pairRequestSchema = z.strictObject({
  code: phoneSecretSchema,
  name: z
    .string()
    .transform((name) => name.replaceAll(/\p{C}/gu, '').trim())
    .pipe(z.string().min(1).max(MAX_PHONE_NAME)),
});
export const pairAnswerSchema = z.object({ token: phoneSecretSchema });

const phoneSchema = z.object({
  id: z.string().max(64),
  name: z.string(),
  /** ms since 1970. */
  pairedAt: z.number(),
  /** When the phone was last connected (ms since 1970). */
  usedAt: z.number(),
  connected: z.boolean(),
});
export type Phone = z.infer<typeof phoneSchema>;

export const phonesSchema = z.object({
  /** False on a shared server: phones use an account there. */
  available: z.boolean(),
  /** Whether this machine listens on the local network for phones. */
  open: z.boolean(),
  /** The most recently paired phone last. */
  phones: z.array(phoneSchema),
});
export type Phones = z.infer<typeof phonesSchema>;

export const invitationSchema = z.object({
  /** One address for each network of this machine, the most likely one first. All of them work once. */
  links: z.array(z.string()).min(1),
  /** When the code expires (ms since 1970, the backstage's clock). */
  until: z.number(),
});
export type Invitation = z.infer<typeof invitationSchema>;
