import { z } from 'zod';
import { errorCodes, problemSchema } from './error.ts';

/** The ways of a line of the kind `auto`, in the order in which it tries them. */
export const ways = ['direct', 'page', 'signed'] as const;
export type Way = (typeof ways)[number];

export const lineKinds = ['auto', ...ways, 'relay'] as const;

/** The version of the stored lines. Raise it, with a migration, whenever the shape changes. */
export const LINES_VERSION = 4;

/** A connection to the platform: its kind and its addresses, all editable. */
export const lineSchema = z.object({
  id: z.enum(['line1', 'line2']),
  kind: z.enum(lineKinds),
  webUrl: z.url({ protocol: /^https?$/ }),
  wsUrl: z.url({ protocol: /^wss?$/ }),
  signUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]),
  signKey: z.string().max(500),
  relayUrl: z.union([z.url({ protocol: /^wss?$/ }), z.literal('')]),
  /** The token by which the relay's server identifies its user. */
  relayToken: z.string().max(500).optional(),
});
export type Line = z.infer<typeof lineSchema>;
export type LineId = Line['id'];

/** Whether this installation has a browser for lines of the kind `page`. `unavailable`: it can never use one. */
export const pageLineSchema = z.enum(['ready', 'noBrowser', 'unavailable']);
export type PageLine = z.infer<typeof pageLineSchema>;

/** What a way needs and this installation does not have. `support`: it never offers the way. */
const lackSchema = z.enum(['browser', 'support', 'key']);
export type Lack = z.infer<typeof lackSchema>;

/** The way that a line of the kind `auto` uses, and why it does not use the others. */
const wayReportSchema = z.object({
  inUse: z.enum(ways),
  ways: z.array(
    z.object({
      way: z.enum(ways),
      lacks: lackSchema.nullable(),
      /** Why the way was refused last; null if it was not refused since it last worked. */
      refusal: z.enum(errorCodes).nullable(),
    }),
  ),
});
export type WayReport = z.infer<typeof wayReportSchema>;

const lineWithoutSecrets = lineSchema.omit({ signKey: true, relayToken: true });

/** A line as sent to screens. Secrets stay in the backstage; a screen receives only whether they are set. */
export const shownLineSchema = lineWithoutSecrets.extend({
  hasSignKey: z.boolean(),
  hasRelayToken: z.boolean(),
});
export type ShownLine = z.infer<typeof shownLineSchema>;

/** Maximum length of an address when a line is saved. Longer addresses that are stored already can be read. */
const LONGEST_URL = 2000;

/** A line as a screen saves it. An omitted secret is unchanged; an empty one is removed. */
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

/** The state of the connection. Times are ms by the clock of the backstage. */
export const connectionSchema = z.object({
  phase: z.enum(phases),
  username: z.string(),
  lineId: z.enum(['line1', 'line2']),
  kind: z.enum(lineKinds),
  /** For the kind `auto`. */
  auto: wayReportSchema.optional(),
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
  /** The other line if both are open at once. */
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
  /** The backstage's clock when this was sent, so that a screen with another clock can compute ages. */
  now: z.number(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The figures of a connection that has received nothing. */
export const noStats: Connection['stats'] = {
  frames: 0,
  messages: 0,
  gifts: 0,
  duplicates: 0,
  unknown: 0,
  broken: 0,
  viewers: 0,
  likes: 0,
};
