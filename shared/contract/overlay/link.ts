import { z } from 'zod';
import { WIDGET_VERSION, widgetOptionsSchema } from './widget.ts';

/**
 * A widget that the host made, with its link. The token opens this widget alone and reads only; revoking makes a
 * new one, and the old link shows a quiet card. The token is shown to the host again and again, because the link
 * is copied whenever OBS is set up anew; so it is stored, in the host's own data folder.
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

/** A link as the editor shows it: with its address, and on the desktop the local file that waits for the hub. */
export const overlayLinkViewSchema = overlayLinkSchema.omit({ token: true }).extend({
  url: z.string(),
  /** Empty on the web. */
  file: z.string(),
  /** How many pages show it now. */
  open: z.number().int().nonnegative(),
});
export type OverlayLinkView = z.infer<typeof overlayLinkViewSchema>;
