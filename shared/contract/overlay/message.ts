import { z } from 'zod';
import { overlayMomentSchema, overlayStateSchema } from './state.ts';
import { widgetOptionsSchema } from './widget.ts';

/**
 * The version of the protocol. Raise it if an older page cannot read a newer hub's messages: the page then reloads
 * itself once.
 */
export const OVERLAY_PROTOCOL = 1;

/** Maximum number of changes per second, by the number of pages that watch a show. */
export const overlayRate = { few: 60, many: 30 } as const;

/** Messages of an overlay page: `open` first, then `resync` after a missed revision, and `ping`. */
export const fromOverlaySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), protocol: z.number().int(), token: z.string().max(200) }),
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('ping') }),
]);
export type FromOverlay = z.infer<typeof fromOverlaySchema>;

const revision = z.number().int().nonnegative();

/** The changed entries by section; null removes an entry. Everything else is unchanged. */
const overlayChangeSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
export type OverlayChange = z.infer<typeof overlayChangeSchema>;

/**
 * `refused` ends the connection. Reason `token`: the token is wrong, revoked or of another server. `protocol`: the page
 * must reload. `busy`: the page tries again later.
 *
 * `now` is the hub's clock (ms), by which countdowns are shown. `from` is the revision that a change is based on. If
 * the page has another revision, it has missed a change and requests a resync. A page receives only the sections that
 * its widget shows.
 */
export const toOverlaySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    options: widgetOptionsSchema,
    revision,
    /** Sequence number of the last input in this state, for comparison with the tool. */
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
  z.object({
    type: z.literal('moments'),
    moments: z.array(overlayMomentSchema),
    /** A test: the page itself plays their sounds, because no change of the state follows. */
    test: z.boolean().optional(),
  }),
  z.object({ type: z.literal('options'), options: widgetOptionsSchema }),
  z.object({ type: z.literal('pong'), now: z.number() }),
  z.object({ type: z.literal('refused'), reason: z.enum(['token', 'protocol', 'busy']) }),
]);
export type ToOverlay = z.infer<typeof toOverlaySchema>;
