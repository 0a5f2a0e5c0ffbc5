import { z } from 'zod';

/**
 * Orders replace actions of the user or the system; notes report to the test what only a person could see, such as
 * dialogs. Both use the IPC channel between the stand-in and its parent process.
 */
export const orderSchema = z.discriminatedUnion('order', [
  z.object({ order: z.literal('answerDialog'), id: z.number(), response: z.number() }),
  /** Closes the window with the page at this path. */
  z.object({ order: z.literal('closeWindow'), path: z.string() }),
  z.object({ order: z.literal('clickMenu'), id: z.string() }),
  /** Presses a key while another program has the focus. */
  z.object({ order: z.literal('pressGlobally'), accelerator: z.string() }),
  /** Lets another program take these keys, or give them back. */
  z.object({ order: z.literal('takeKeys'), accelerators: z.array(z.string()) }),
  z.object({ order: z.literal('quit') }),
  /** Reports that the window with the page at this path does not respond. */
  z.object({ order: z.literal('hung'), path: z.string() }),
  /** Changes the scaling of the display. */
  z.object({ order: z.literal('scale'), scaleFactor: z.number() }),
  /** Plugs in a second display to the right of the main one, or unplugs it. */
  z.object({ order: z.literal('secondDisplay'), on: z.boolean() }),
]);
export type Order = z.infer<typeof orderSchema>;

export const noteSchema = z.discriminatedUnion('note', [
  z.object({
    note: z.literal('dialog'),
    id: z.number(),
    message: z.string(),
    detail: z.string(),
    buttons: z.array(z.string()),
  }),
  z.object({ note: z.literal('opened'), what: z.string() }),
  z.object({ note: z.literal('awake'), on: z.boolean() }),
  z.object({ note: z.literal('menu'), labels: z.array(z.string()) }),
  /** The keys that the app has registered with the system. */
  z.object({ note: z.literal('globalKeys'), accelerators: z.array(z.string()) }),
  z.object({ note: z.literal('loginItem'), on: z.boolean() }),
  z.object({
    note: z.literal('window'),
    title: z.string(),
    x: z.number(),
    width: z.number(),
    height: z.number(),
    fullScreen: z.boolean(),
    alwaysOnTop: z.boolean(),
    frame: z.boolean(),
    backgroundThrottling: z.boolean(),
    transparent: z.boolean(),
    shown: z.boolean(),
    muted: z.boolean(),
    /** The preferences of its page that keep the page apart from the app. */
    page: z.object({
      partition: z.string(),
      preload: z.boolean(),
      sandbox: z.boolean(),
      contextIsolation: z.boolean(),
      nodeIntegration: z.boolean(),
      devTools: z.boolean(),
    }),
  }),
  /** A page asked for a download. */
  z.object({ note: z.literal('download'), url: z.string(), allowed: z.boolean() }),
  /** A switch of Chromium's command line. */
  z.object({ note: z.literal('switch'), name: z.string() }),
]);
export type Note = z.infer<typeof noteSchema>;
