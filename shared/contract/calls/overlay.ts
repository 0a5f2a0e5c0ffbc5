import { z } from 'zod';
import { problemSchema } from '../error.ts';
import { overlayLinkSchema, overlayLinkViewSchema } from '../overlay/link.ts';
import { frameSchema, widgetKinds, widgetOptionsSchema } from '../overlay/widget.ts';
import { nothing } from './commonSchemas.ts';

const id = z.string().min(1).max(64);
/** Anchors with a skin of their own in a workbench: those of ten large presets. */
const MOST_SKINS = 500;
const one = z.object({ link: overlayLinkViewSchema });

/** Widgets for streaming software, each with a link of its own. */
export const overlayCalls = {
  /**
   * In the order in which they were made. `problem` says why their pages cannot be had at the moment, null when
   * they can.
   */
  'overlay.list': {
    args: nothing,
    result: z.object({ links: z.array(overlayLinkViewSchema), problem: problemSchema.nullable() }),
  },
  /** With the options of its kind as they are at first. */
  'overlay.create': {
    args: z.object({
      kind: z.enum(widgetKinds),
      name: overlayLinkSchema.shape.name,
      language: frameSchema.shape.language,
    }),
    result: one,
  },
  /**
   * Its name and options; every page that shows it follows at once. `changedAt` is what its editing began with:
   * `overlay.stale` when somebody else has changed it since. A widget stays of its kind.
   */
  'overlay.update': {
    args: z.object({
      id,
      name: overlayLinkSchema.shape.name,
      options: widgetOptionsSchema.refine(
        (options) => options.kind !== 'workbench' || Object.keys(options.skinOf).length <= MOST_SKINS,
        { path: ['skinOf'] },
      ),
      changedAt: z.number(),
    }),
    result: one,
  },
  /** Deletes a widget; its pages then show a card. `overlay.restore` can restore it for a week. */
  'overlay.delete': { args: z.object({ id }), result: nothing },
  /** Restores a deleted widget at its place in the list, with its former link. */
  'overlay.restore': { args: z.object({ id }), result: one },
  /** Replaces the link; pages with the old one show a card at once. */
  'overlay.revoke': { args: z.object({ id }), result: one },
  /**
   * Finds the pages another port, when a program has taken theirs for good: every link is another one then. Only
   * on the desktop; elsewhere `overlay.noPort`.
   */
  'overlay.movePort': { args: nothing, result: nothing },
} as const;
