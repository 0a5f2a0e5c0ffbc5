import { z } from 'zod';

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

export const fromBackstagePages = [
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
export const fromPagesSchema = z.discriminatedUnion('type', fromBackstagePages);
export type FromPages = z.infer<typeof fromPagesSchema>;

export const toBackstagePages = [
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
export const toPagesSchema = z.discriminatedUnion('type', toBackstagePages);
export type ToPages = z.infer<typeof toPagesSchema>;
