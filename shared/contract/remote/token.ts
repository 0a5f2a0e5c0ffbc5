import { z } from 'zod';

/* A program, such as a Stream Deck, reads or steers the show through the remote API. It has a token of its own. */

/** The path of the remote API. */
export const REMOTE_PATH = '/remote/v1';
/** The path of the remote API's WebSocket. */
export const REMOTE_SOCKET_PATH = `${REMOTE_PATH}/socket`;

/** What a token allows: `look` reads the state and events, `steer` also runs actions. */
export const remoteScopes = ['look', 'steer'] as const;
export type RemoteScope = (typeof remoteScopes)[number];

/** The longest name of a program. */
export const MAX_REMOTE_NAME = 40;

/** A prefix that tells readers of a configuration what the token is for, and 256 random bits. */
export const remoteTokenSchema = z.string().regex(/^rr_[A-Za-z0-9_-]{43}$/);

export const remoteNameSchema = z
  .string()
  .max(400)
  .transform((name) => name.replaceAll(/\p{C}/gu, '').trim())
  .pipe(z.string().min(1).max(MAX_REMOTE_NAME));

export const remoteSchema = z.object({
  id: z.string().max(64),
  name: z.string(),
  scope: z.enum(remoteScopes),
  /** ms since 1970. */
  createdAt: z.number(),
  /** When the token was last used (ms since 1970); null if never. */
  usedAt: z.number().nullable(),
});
export type Remote = z.infer<typeof remoteSchema>;

export const remotesSchema = z.object({
  /** The address of the remote API; '' where it is not available. */
  url: z.string(),
  /** The newest token last. */
  remotes: z.array(remoteSchema),
});
export type Remotes = z.infer<typeof remotesSchema>;

const BY = 'remote:';

/** Returns the name under which the journal lists the commands of a program. */
export const operatorOf = (name: string): string => `${BY}${name}`;

/** Returns the name of the program that the journal lists under `by`; null for other operators. */
export const programOf = (by: string): string | null => (by.startsWith(BY) ? by.slice(BY.length) : null);
