import { z } from 'zod';
import { WIDGET_VERSION, widgetOptionsSchema } from './widget.ts';

/**
 * A widget with its link. The token gives read access to this widget only; revoking replaces it, and the old link then
 * shows a card. The token is stored unhashed in the host's data folder, because the host copies the link again whenever
 * OBS is set up.
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
