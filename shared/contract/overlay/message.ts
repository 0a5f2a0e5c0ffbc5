import { z } from 'zod';
import { overlayMomentSchema, overlayStateSchema } from './state.ts';
import { widgetOptionsSchema } from './widget.ts';

/** Raise it when an older page could not read a newer hub's messages: the page then reloads itself once. */
export const OVERLAY_PROTOCOL = 1;

/** Changes of overlays per second at most. */
export const OVERLAY_RATE = 30;

export const overlayTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{32,64}$/);

/** Messages of an overlay page: `open` first, then `resync` after a missed revision, and `ping`. */
export const fromOverlaySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), protocol: z.number().int(), token: z.string().max(200) }),
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('ping') }),
]);
export type FromOverlay = z.infer<typeof fromOverlaySchema>;

const revision = z.number().int().nonnegative();

/** The changed entries by section; null removes an entry. Everything else is unchanged. */
export const overlayChangeSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
export type OverlayChange = z.infer<typeof overlayChangeSchema>;

/**
 * `refused` ends it: `token` is wrong, revoked or of another server, `protocol` asks for a reload. `now` is the
 * hub's clock (ms), by which countdowns are shown. `from` is the revision that a change builds on: another one
 * than the page has is a gap, and the page asks for a resync. A widget gets the sections that its kind shows.
 */
export const toOverlaySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    options: widgetOptionsSchema,
    revision,
    /** The number of the show's last input that this state knows, by which it can be compared with the tool. */
    seq: revision.optional(),
    now: z.number(),
    state: overlayStateSchema.partial(),
  }),
  z.object({
    type: z.literal('change'),
    from: revision,
    revision,
    seq: revision.optional(),
    now: z.number(),
    change: overlayChangeSchema,
  }),
  z.object({ type: z.literal('moments'), moments: z.array(overlayMomentSchema) }),
  z.object({ type: z.literal('options'), options: widgetOptionsSchema }),
  z.object({ type: z.literal('pong'), now: z.number() }),
  z.object({ type: z.literal('refused'), reason: z.enum(['token', 'protocol', 'busy']) }),
]);
export type ToOverlay = z.infer<typeof toOverlaySchema>;
