import { z } from 'zod';
import { problemSchema } from '../error.ts';
import { overlayThanksSchema } from '../overlay/state.ts';
import { streamTestSchema } from '../overlay/streamTest.ts';
import { frameSchema, WIDGET_VERSION, widgetKinds, widgetOptionsSchema } from '../overlay/widget.ts';
import { nothing } from './commonSchemas.ts';

/**
 * A widget with its link. The token gives read access to this widget only. Revoking replaces the token; pages with the
 * old link then show a card. The token is stored unhashed in the host's data folder, because the host copies the link
 * again for each new OBS setup.
 */
export const overlayLinkSchema = z.object({
  version: z.literal(WIDGET_VERSION),
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  token: z.string(),
  options: widgetOptionsSchema,
  createdAt: z.number(),
  changedAt: z.number(),
});
export type OverlayLink = z.infer<typeof overlayLinkSchema>;

/**
 * A link for the editor, with its URL. `file` is the path of the local page that waits for the hub, for OBS on the
 * desktop.
 */
export const overlayLinkViewSchema = overlayLinkSchema.omit({ token: true }).extend({
  url: z.string(),
  /** '' on the web. */
  file: z.string(),
  /** Number of open pages of the widget. */
  open: z.number().int().nonnegative(),
  /** Whether its pages show a test now. */
  testing: z.boolean(),
});
export type OverlayLinkView = z.infer<typeof overlayLinkViewSchema>;

const id = z.string().min(1).max(64);
/** Maximum number of anchors with their own skin in a workbench, enough for ten large presets. */
const MOST_SKINS = 500;
const roundId = z.number().int().positive();
const one = z.object({ link: overlayLinkViewSchema });

/** Widgets for streaming software. Each has its own link. */
export const overlayCalls = {
  /**
   * Lists the widgets in the order of their creation. `problem` says why their pages cannot be served now; null if they
   * can.
   */
  'overlay.list': {
    args: nothing,
    result: z.object({ links: z.array(overlayLinkViewSchema), problem: problemSchema.nullable() }),
  },
  /** Creates a widget with the default options of its kind. */
  'overlay.create': {
    args: z.object({
      kind: z.enum(widgetKinds),
      name: overlayLinkSchema.shape.name,
      language: frameSchema.shape.language,
    }),
    result: one,
  },
  /**
   * Saves a widget's name and options. Its open pages change at once. `changedAt` is the value at the start of the
   * edit: the call fails with `overlay.stale` if somebody else has saved the widget since. The kind cannot change.
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
   * Reads the thank-you card of a settled round of the open show. Fails with `round.unknown`, and with
   * `round.notAllowed` before the settlement.
   */
  'overlay.thanks': { args: z.object({ roundId }), result: z.object({ thanks: overlayThanksSchema }) },
  /** Shows that card for some seconds on all widgets of its kind. `pages` counts their open pages. */
  'overlay.thank': { args: z.object({ roundId }), result: z.object({ pages: z.number().int() }) },
  /** Starts the time bonus of a widget from its full time, or stops it. */
  'overlay.bonus': { args: z.object({ id, run: z.boolean() }), result: one },
  /**
   * Starts all time bonuses that the host starts, or stops them; without `on`, the opposite of now. Fails with
   * `overlay.noBonus` if there is none.
   */
  'overlay.bonuses': {
    args: z.object({ on: z.boolean().optional() }),
    result: z.object({ running: z.boolean() }),
  },
  /**
   * Shows a test on the widget's pages for some seconds, or ends it. Changes nothing in the show. Fails with `invalid`
   * if the widget does not show it.
   */
  'overlay.test': { args: z.object({ id, test: streamTestSchema.nullable() }), result: one },
  /**
   * Serves the pages on another port, if another program permanently uses theirs. All links change. Fails with
   * `overlay.noPort` outside the desktop app.
   */
  'overlay.movePort': { args: nothing, result: nothing },
} as const;
