import { z } from 'zod';
import { problemSchema } from './error.ts';
import { gapCauses } from './input.ts';
import { targetSchema } from './ledger.ts';
import { outcomes, roundKinds } from './round.ts';

/*
 * A webhook sends chosen events of shows as POST requests to an address, signed as Standard Webhooks says
 * (https://www.standardwebhooks.com). Votes are in tenths, times in `data` are ms since 1970.
 */

/** The events that a host can choose. */
export const hookEvents = [
  'show.started',
  'show.ended',
  'round.started',
  'round.settled',
  'lead.changed',
  'gift.received',
  'gap.found',
] as const;
export type HookEvent = (typeof hookEvents)[number];

const count = z.number().int().nonnegative();
/** Names are cut to this length, so that the size of a body is limited. */
export const MAX_HOOK_NAME = 200;
const name = z.string().max(MAX_HOOK_NAME);

/** An anchor or a side. `name` of a side is ''. */
const placeSchema = z.object({ id: z.string(), name });
const showSchema = z.object({ id: z.string(), rehearsal: z.boolean() });
const roundSchema = z.object({ id: count, number: count, kind: z.enum(roundKinds) });

/** The body of a request: `type`, `timestamp` (ISO 8601) and `data`, as Standard Webhooks recommends. */
const bodyOf = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: z.object({ show: showSchema, ...data }),
  });

export const hookBodySchema = z.discriminatedUnion('type', [
  bodyOf('show.started', { room: name, anchors: z.array(placeSchema) }),
  bodyOf('show.ended', {
    room: name,
    startedAt: count,
    gifts: count,
    diamonds: count,
    votesTenths: count,
    anchors: z.array(placeSchema.extend({ votesTenths: count })),
  }),
  bodyOf('round.started', {
    round: roundSchema,
    /** The anchors of the round, and in a battle those of each side. */
    anchors: z.array(placeSchema),
    attackers: z.array(placeSchema),
    defenders: z.array(placeSchema),
  }),
  bodyOf('round.settled', {
    round: roundSchema,
    /** The round was settled before, and this result replaces the earlier one. */
    again: z.boolean(),
    outcome: z.enum(outcomes),
    winners: z.array(placeSchema),
    out: z.array(placeSchema),
    attackerTenths: count,
    defenderTenths: count,
    anchors: z.array(placeSchema.extend({ votesTenths: count })),
  }),
  /** `leader` is an anchor, or in a battle a side. After a tie, the next leader is sent again. */
  bodyOf('lead.changed', { round: roundSchema, leader: placeSchema }),
  /** A gift, or a streak of gifts, has reached the minimum of the webhook. It is sent once. */
  bodyOf('gift.received', {
    viewer: z.object({ id: z.string(), name, username: name }),
    gift: z.object({ id: count, name, diamonds: count }),
    count,
    diamonds: count,
    target: targetSchema,
    anchor: placeSchema.nullable(),
  }),
  bodyOf('gap.found', { cause: z.enum(gapCauses), from: count, until: count }),
]);
export type HookBody = z.infer<typeof hookBodySchema>;

/** The most webhooks of a host. */
export const MOST_HOOKS = 5;
/** How many deliveries of a webhook are listed. */
export const MOST_DELIVERIES = 20;
const MAX_ADDRESS = 1000;

/** An http or https address without user name, password or fragment. */
export const hookAddressSchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .regex(/^https?:\/\/[^/@\s#?]+(?:[/?][^#\s]*)?$/i)
  .pipe(z.url());

/** What a host chooses for a webhook. */
export const hookDraftSchema = z.object({
  address: hookAddressSchema,
  events: z.array(z.enum(hookEvents)).min(1),
  /** A gift is sent once it is worth so many diamonds. */
  minDiamonds: z.number().int().min(1).max(1_000_000),
  /** Whether events of rehearsals are sent, too. */
  rehearsals: z.boolean(),
  on: z.boolean(),
});
export type HookDraft = z.infer<typeof hookDraftSchema>;

/** One delivery, which may have taken several attempts. */
const hookDeliverySchema = z.object({
  /** The value of `webhook-id`, the same for each attempt. */
  id: z.string().max(100),
  type: z.enum([...hookEvents, 'test']),
  /** The time of the last attempt (ms since 1970). */
  at: z.number(),
  attempts: count,
  /** Why the receiver does not have it; null if it was delivered. */
  problem: problemSchema.nullable(),
});
export type HookDelivery = z.infer<typeof hookDeliverySchema>;

export const hookSchema = hookDraftSchema.extend({
  id: z.string().max(64),
  createdAt: z.number(),
  /** The event that is being retried: why, and when the next attempt is (ms since 1970). */
  waiting: z
    .object({ type: z.enum(hookEvents), since: z.number(), next: z.number(), problem: problemSchema })
    .nullable(),
  /** The last deliveries, newest first. */
  deliveries: z.array(hookDeliverySchema),
});
export type Hook = z.infer<typeof hookSchema>;

export const hooksSchema = z.object({
  /** Whether webhooks can be made here. */
  available: z.boolean(),
  /** Whether an address must begin with https. */
  needsHttps: z.boolean(),
  hooks: z.array(hookSchema),
});
export type Hooks = z.infer<typeof hooksSchema>;

const id = z.string().min(1).max(64);
const nothing = z.object({});
const secret = z.string();

/** Webhooks. Every change is pushed as `webhooks`. */
export const webhookCalls = {
  'webhooks.list': { args: nothing, result: hooksSchema },
  /**
   * Makes a webhook. Its secret is shown only now. Errors: `webhook.unavailable`, `webhook.needsHttps`,
   * `webhook.tooMany`.
   */
  'webhooks.create': { args: z.object({ draft: hookDraftSchema }), result: z.object({ id, secret }) },
  /** Changes a webhook. Errors: `webhook.notFound`, `webhook.needsHttps`. */
  'webhooks.save': { args: z.object({ id, draft: hookDraftSchema }), result: nothing },
  'webhooks.delete': { args: z.object({ id }), result: nothing },
  /** Makes a new secret. For a day, requests are signed with the old one, too. */
  'webhooks.renew': { args: z.object({ id }), result: z.object({ secret }) },
  /** Sends a test event now. The delivery says how it went. */
  'webhooks.test': { args: z.object({ id }), result: z.object({ delivery: hookDeliverySchema }) },
  /** Sends a listed delivery again, with the same id. */
  'webhooks.again': {
    args: z.object({ id, deliveryId: z.string().max(100) }),
    result: z.object({ delivery: hookDeliverySchema }),
  },
  /** Retries the waiting event now. */
  'webhooks.retry': { args: z.object({ id }), result: nothing },
} as const;
