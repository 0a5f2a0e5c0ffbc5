import { z } from 'zod';

/**
 * What a test tells the stand-in to do in the user's or the system's place, and what it is told of what only a
 * person would see. The way is the channel that Node opens between a process and the one that started it.
 */
export const orderSchema = z.discriminatedUnion('order', [
  z.object({ order: z.literal('answerDialog'), id: z.number(), response: z.number() }),
  /** Closes the window that shows the page at a path, as a person would. */
  z.object({ order: z.literal('closeWindow'), path: z.string() }),
  z.object({ order: z.literal('clickMenu'), id: z.string() }),
  z.object({ order: z.literal('quit') }),
  /** Says of the window that shows the page at a path that it does not answer. */
  z.object({ order: z.literal('hung'), path: z.string() }),
  /** Moves the display to another scaling, as a person does in the system's settings. */
  z.object({ order: z.literal('scale'), scaleFactor: z.number() }),
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
  z.object({ note: z.literal('loginItem'), on: z.boolean() }),
  z.object({
    note: z.literal('window'),
    title: z.string(),
    width: z.number(),
    height: z.number(),
    alwaysOnTop: z.boolean(),
    frame: z.boolean(),
    backgroundThrottling: z.boolean(),
    transparent: z.boolean(),
  }),
]);
export type Note = z.infer<typeof noteSchema>;
