import { z } from 'zod';
import { anchorFactsSchema, giftPictureSchema } from './anchors.ts';
import { storedInputSchema } from './calls/commonSchemas.ts';
import { ledgerCalls } from './calls/ledger.ts';
import { overlayCalls, overlayLinkViewSchema } from './calls/overlay.ts';
import { hostPacksSchema, packCalls } from './calls/pack.ts';
import { payoutCalls, replayCalls, reportCalls } from './calls/report.ts';
import { anchorCalls, roomCalls } from './calls/room.ts';
import { phoneCalls, remoteCalls, settingCalls } from './calls/setting.ts';
import { roundCalls, sessionCalls, showCalls } from './calls/show.ts';
import { themeCalls } from './calls/theme.ts';
import { connectionSchema, pageLineSchema, shownLineSchema } from './connection.ts';
import { problemSchema } from './error.ts';
import { hostThemeSchema } from './overlay/look.ts';
import { phonesSchema } from './phones.ts';
import { presetSchema } from './preset.ts';
import { remotesSchema } from './remote/token.ts';
import { transferCalls } from './transfer.ts';
import { hooksSchema, webhookCalls } from './webhooks.ts';

/**
 * The protocol between a screen and a backstage, over IPC on the desktop and over a WebSocket on the web. A screen
 * makes calls, each with one response. The backstage also sends pushes.
 */

/**
 * The version of the protocol. Raise it if an older screen would misunderstand a newer backstage: a screen of another
 * version reloads itself.
 */
export const PROTOCOL_VERSION = 3;

export {
  type PresetDraft,
  presetDraftSchema,
  type Show,
  type StoredInput,
  storedInputSchema,
} from './calls/commonSchemas.ts';
export { type RehearsalSize, rehearsalSizes } from './calls/room.ts';

export const calls = {
  ...showCalls,
  ...reportCalls,
  ...payoutCalls,
  ...roomCalls,
  ...sessionCalls,
  ...ledgerCalls,
  ...roundCalls,
  ...settingCalls,
  ...overlayCalls,
  ...themeCalls,
  ...anchorCalls,
  ...replayCalls,
  ...phoneCalls,
  ...remoteCalls,
  ...webhookCalls,
  ...transferCalls,
  ...packCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** The arguments of a call. Arguments with a default may be omitted. */
export type CallArgs<N extends CallName> = z.input<Calls[N]['args']>;
export type CallResult<N extends CallName> = z.output<Calls[N]['result']>;

/** The handlers of all calls of a backstage. */
export type CallHandlers = {
  [N in CallName]: (args: z.output<Calls[N]['args']>, by: string) => Promise<CallResult<N>>;
};

export const pushSchema = z.discriminatedUnion('push', [
  z.object({
    push: z.literal('hello'),
    protocol: z.number(),
    build: z.string(),
    now: z.number(),
    /** The name of this screen in the journal's commands. */
    by: z.string().optional(),
  }),
  /** Another show was opened, or the show was closed. The screen must subscribe again. */
  z.object({ push: z.literal('show'), showId: z.string().nullable() }),
  /** Consecutive inputs. The first sequence number follows the last one that was pushed. */
  z.object({ push: z.literal('inputs'), showId: z.string(), inputs: z.array(storedInputSchema).min(1) }),
  z.object({ push: z.literal('connection'), connection: connectionSchema }),
  /** The known facts about the show's anchors, after each change. */
  z.object({ push: z.literal('anchors'), anchors: z.array(anchorFactsSchema) }),
  /** Pictures of gifts: all known ones at the start, then each new one. */
  z.object({ push: z.literal('giftPictures'), pictures: z.array(giftPictureSchema) }),
  z.object({ push: z.literal('presets'), presets: z.array(presetSchema) }),
  z.object({
    push: z.literal('lines'),
    lines: z.array(shownLineSchema),
    bothLines: z.boolean().default(false),
    page: pageLineSchema.default('unavailable'),
    /** Whether a person can see the room pages where the backstage runs. */
    pageWindows: z.boolean().default(false),
  }),
  /** All widgets with their links. Sent after each change and whenever an overlay page connects or disconnects. */
  z.object({ push: z.literal('overlay.changed'), links: z.array(overlayLinkViewSchema) }),
  /** The effect packs of the host. Sent after each change. */
  z.object({ push: z.literal('packs'), packs: hostPacksSchema }),
  /** The host's themes of widgets. Sent after each change. */
  z.object({ push: z.literal('themes'), themes: z.array(hostThemeSchema) }),
  /** The paired phones. Sent after each change. */
  z.object({ push: z.literal('phones'), phones: phonesSchema }),
  /** The programs with a token for the remote API. Sent after each change. */
  z.object({ push: z.literal('remotes'), remotes: remotesSchema }),
  /** The webhooks. Sent after each change, and after deliveries. */
  z.object({ push: z.literal('webhooks'), webhooks: hooksSchema }),
  /** Rules, deductions or settled sheets of payouts have changed: a screen reads what it shows again. */
  z.object({ push: z.literal('payouts') }),
  /** The named seasons have changed: a screen reads them again. */
  z.object({ push: z.literal('seasons') }),
  /** A program has asked for an action that runs on a page, as if its key were pressed. */
  z.object({ push: z.literal('key'), action: z.string() }),
  /**
   * A message for the operators. A `standing` notice stays until a notice with the same id and no problem replaces it.
   */
  z.object({
    push: z.literal('notice'),
    id: z.string(),
    severity: z.enum(['info', 'warn', 'error']),
    standing: z.boolean(),
    problem: problemSchema.nullable(),
  }),
]);
export type Push = z.infer<typeof pushSchema>;

/** Maximum size of a request over a WebSocket in bytes. The largest request of a form is a preset with its `base`. */
export const LARGEST_REQUEST = 256 * 1024;

/** The frames of the WebSocket transport. IPC sends the same shapes as structured clones. */
export const requestSchema = z.object({ id: z.number().int(), call: z.string(), args: z.unknown() });
export const responseSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), problem: problemSchema }),
]);
export type Request = z.infer<typeof requestSchema>;
export type Response = z.infer<typeof responseSchema>;

/** The path of the WebSocket that connects screens to backstages. */
export const SCREEN_SOCKET_PATH = '/backstage';

const TOKEN_PROTOCOL = /^ringside\.token\.(.{0,100})$/;

/**
 * Reads the token from a handshake's `Sec-WebSocket-Protocol`: browsers cannot set other headers of a WebSocket. Returns
 * null if there is none.
 */
export function tokenInProtocols(offered = ''): string | null {
  for (const name of offered.split(',')) {
    const token = TOKEN_PROTOCOL.exec(name.trim())?.[1];
    if (token !== undefined) return token;
  }
  return null;
}

/** The codes with which the server closes a screen's socket. */
export const closeCodes = {
  /** The sign-in has ended. Sign in again. */
  signedOut: 4401,
  /** The server has reached its limit of screens. */
  full: 4429,
  /** The account or visitor has reached its limit of screens. */
  tooManyScreens: 4430,
  /** The accounts' database is unreachable. Try again. */
  unavailable: 4503,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
