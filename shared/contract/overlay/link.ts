import { z } from 'zod';
import { WIDGET_VERSION, widgetOptionsSchema } from './widget.ts';

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
});
export type OverlayLinkView = z.infer<typeof overlayLinkViewSchema>;
