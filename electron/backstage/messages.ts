import { z } from 'zod';
import { type Push, responseSchema } from '#shared/contract/backstage.ts';
import { problemSchema } from '#shared/contract/error.ts';

/**
 * Messages about the platform's room pages. The backstage reads the pages; the main process owns their windows. `page`
 * is a number that the backstage chooses.
 */

const page = z.number().int().positive();
const id = z.number().int().positive();

/** The DevTools commands that the backstage may send. */
const commands = [
  'Emulation.setEmulatedMedia',
  'Fetch.continueRequest',
  'Fetch.enable',
  'Fetch.failRequest',
  'Inspector.enable',
  'Network.enable',
  'Page.createIsolatedWorld',
  'Page.enable',
  'Page.handleJavaScriptDialog',
  'Page.navigate',
  'Runtime.evaluate',
] as const;
export const pageCommandSchema = z.enum(commands);

/** The DevTools events that the main process forwards. All others stay in the main process. */
const events = [
  'Fetch.requestPaused',
  'Inspector.targetCrashed',
  'Network.webSocketClosed',
  'Network.webSocketCreated',
  'Network.webSocketFrameReceived',
  'Page.frameNavigated',
  'Page.javascriptDialogOpening',
  'Page.navigatedWithinDocument',
] as const;
export const pageEventSchema = z.enum(events);

/** Largest text in a forwarded event (characters): a frame of 8 MiB in base64, and room for its other fields. */
export const LARGEST_EVENT = 12 * 1024 * 1024;
/** How much the main process forwards that the backstage has not taken yet (characters). */
export const MOST_ON_THE_WAY = 64 * 1024 * 1024;

const fromBackstagePages = [
  z.object({ type: z.literal('pageOpen'), page, webUrl: z.url({ protocol: /^https?$/ }) }),
  z.object({
    type: z.literal('pageSend'),
    page,
    id,
    method: pageCommandSchema,
    parameters: z.record(z.string(), z.unknown()),
  }),
  /** The backstage has handled events of this size. */
  z.object({ type: z.literal('pageTaken'), page, size: z.number().int().nonnegative() }),
  z.object({ type: z.literal('pageShow'), page, shown: z.boolean() }),
  z.object({ type: z.literal('pageClose'), page }),
  /** Deletes the platform's cookies and stored data. */
  z.object({ type: z.literal('pageSignOut'), id }),
] as const;
const fromPagesSchema = z.discriminatedUnion('type', fromBackstagePages);
export type FromPages = z.infer<typeof fromPagesSchema>;

const toBackstagePages = [
  /** The page is ready for commands. */
  z.object({ type: z.literal('pageOpened'), page }),
  z.object({ type: z.literal('pageAnswer'), page, id, ok: z.boolean(), value: z.unknown() }),
  z.object({
    type: z.literal('pageEvent'),
    page,
    method: pageEventSchema,
    parameters: z.unknown(),
    size: z.number().int().nonnegative(),
  }),
  /** The page could not be opened or is gone. */
  z.object({ type: z.literal('pageGone'), page }),
  z.object({ type: z.literal('pageSignedOut'), id, ok: z.boolean() }),
] as const;
const toPagesSchema = z.discriminatedUnion('type', toBackstagePages);
export type ToPages = z.infer<typeof toPagesSchema>;

/**
 * Messages between the main process and the backstage process. Requests and pushes are forwarded unparsed: the
 * backstage parses requests, and the page parses pushes.
 */

const client = z.number().int().positive();

/** The host's sign-in for relay lines: the origin of the server and the token there. */
const relayUserSchema = z.object({ server: z.string(), token: z.string() });
export type RelayUser = z.infer<typeof relayUserSchema>;

const startOptionsSchema = z.object({
  dataDir: z.string().min(1),
  build: z.string(),
  relayUser: relayUserSchema.nullable(),
});
export type StartOptions = z.infer<typeof startOptionsSchema>;

export const toBackstageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), options: startOptionsSchema }),
  z.object({ type: z.literal('connect'), client, by: z.string().max(64) }),
  z.object({ type: z.literal('request'), client, ticket: z.number().int(), raw: z.unknown() }),
  z.object({ type: z.literal('backlog'), client, bytes: z.number().nonnegative() }),
  z.object({ type: z.literal('disconnect'), client }),
  z.object({ type: z.literal('relayUser'), relayUser: relayUserSchema.nullable() }),
  z.object({ type: z.literal('close') }),
  ...toBackstagePages,
]);
export type ToBackstage = z.infer<typeof toBackstageSchema>;

/** A push that is forwarded as it is, because the receiving page parses it. */
const forwardedPush = z.custom<Push>(
  (value) => typeof value === 'object' && value !== null && 'push' in value,
);

export const fromBackstageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The backstage cannot start, and a restart would not help. */
  z.object({ type: z.literal('failed'), problem: problemSchema }),
  z.object({ type: z.literal('push'), client, push: forwardedPush }),
  z.object({ type: z.literal('response'), ticket: z.number().int(), response: responseSchema }),
  z.object({ type: z.literal('busy'), busy: z.boolean() }),
  /** The origin of the overlay hub on this machine; null while the hub is not running. */
  z.object({ type: z.literal('hub'), origin: z.string().nullable() }),
  z.object({ type: z.literal('closed') }),
  ...fromBackstagePages,
]);
export type FromBackstage = z.infer<typeof fromBackstageSchema>;

/** The backstage process as the main process sees it. */
export interface BackstageProcess {
  /** The process id; undefined when the backstage runs in the same process. */
  readonly pid: number | undefined;
  send(message: ToBackstage): void;
  onMessage(listener: (raw: unknown) => void): void;
  /** Called once when the process ends: by itself, killed or crashed. */
  onExit(listener: (code: number) => void): void;
  kill(): void;
}

/** The main process as the backstage process sees it. */
export interface BackstagePort {
  send(message: FromBackstage): void;
  onMessage(listener: (raw: unknown) => void): void;
  /** Ends the backstage process. */
  exit(code: number): void;
}
