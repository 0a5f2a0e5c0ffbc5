import { z } from 'zod';
import { problemSchema } from './error.ts';

export const lineKinds = ['direct', 'page', 'signed', 'relay'] as const;

/** The stored form of the lines; raise it with a migration whenever the shape changes. */
export const LINES_VERSION = 3;

/** A way to the platform: a kind and its addresses, all of them editable. */
export const lineSchema = z.object({
  id: z.enum(['line1', 'line2']),
  kind: z.enum(lineKinds),
  webUrl: z.url({ protocol: /^https?$/ }),
  wsUrl: z.url({ protocol: /^wss?$/ }),
  signUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]),
  signKey: z.string().max(500),
  relayUrl: z.union([z.url({ protocol: /^wss?$/ }), z.literal('')]),
  /** The sign-in at the relay's server by which it knows its user. */
  relayToken: z.string().max(500).optional(),
});
export type Line = z.infer<typeof lineSchema>;
export type LineId = Line['id'];

/** Whether this installation has a browser for lines of the kind `page`. `unavailable`: it never uses one. */
export const pageLineSchema = z.enum(['ready', 'noBrowser', 'unavailable']);
export type PageLine = z.infer<typeof pageLineSchema>;

const lineWithoutSecrets = lineSchema.omit({ signKey: true, relayToken: true });

/** A line as screens see it. The secrets of a line stay in the backstage; a screen learns only whether they are set. */
export const shownLineSchema = lineWithoutSecrets.extend({
  hasSignKey: z.boolean(),
  hasRelayToken: z.boolean(),
});
export type ShownLine = z.infer<typeof shownLineSchema>;

/** The longest address of a line that is saved. A longer one that was stored before can still be read. */
const LONGEST_URL = 2000;

/** A line as a screen saves it. A secret that is left out stays as it is; an empty one is removed. */
export const lineDraftSchema = lineWithoutSecrets.extend({
  webUrl: lineSchema.shape.webUrl.max(LONGEST_URL),
  wsUrl: lineSchema.shape.wsUrl.max(LONGEST_URL),
  signUrl: z.union([z.url({ protocol: /^https?$/ }).max(LONGEST_URL), z.literal('')]),
  relayUrl: z.union([z.url({ protocol: /^wss?$/ }).max(LONGEST_URL), z.literal('')]),
  signKey: lineSchema.shape.signKey.optional(),
  relayToken: lineSchema.shape.relayToken,
});
export type LineDraft = z.infer<typeof lineDraftSchema>;

export const phases = [
  'idle',
  'waiting',
  'resolving',
  'connecting',
  'live',
  'silent',
  'reconnecting',
  'ended',
  'blocked',
  'failed',
] as const;
export type Phase = (typeof phases)[number];

/** What a host must know of the line at any moment. Times are ms by the clock of the backstage. */
export const connectionSchema = z.object({
  phase: z.enum(phases),
  username: z.string(),
  lineId: z.enum(['line1', 'line2']),
  kind: z.enum(lineKinds),
  rehearsal: z.boolean(),
  roomId: z.string(),
  since: z.number(),
  lastEventAt: z.number().nullable(),
  attempt: z.number().int(),
  nextTryAt: z.number().nullable(),
  problem: problemSchema.nullable(),
  stats: z.object({
    frames: z.number(),
    messages: z.number(),
    gifts: z.number(),
    duplicates: z.number(),
    unknown: z.number(),
    broken: z.number(),
    viewers: z.number(),
    likes: z.number(),
  }),
  /** The other line, where both are open at once. */
  other: z
    .object({
      lineId: z.enum(['line1', 'line2']),
      kind: z.enum(lineKinds),
      phase: z.enum(phases),
      since: z.number(),
      lastEventAt: z.number().nullable(),
      problem: problemSchema.nullable(),
    })
    .optional(),
  /** The backstage's clock when this was sent, so that a screen with another clock can tell ages. */
  now: z.number(),
});
export type Connection = z.infer<typeof connectionSchema>;
