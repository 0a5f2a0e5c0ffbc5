import { z } from 'zod';
import { phases } from '../connection.ts';
import { call } from './call.ts';
import { idSchema, timeSchema } from './fields.ts';
import { listQuery, pageOf, pageParams } from './page.ts';

/** An account as lists of others name it. */
const accountSchema = z.object({ id: idSchema, email: z.string(), username: z.string() });

/** What a backstage does; those that need somebody come first. */
export const backstageStates = [
  /** The disk takes nothing of its show. */
  'blocked',
  /** A show ran and its backstage cannot be opened; the server tries again. */
  'failed',
  /** Its show counts and has not heard its room for longer than a minute. */
  'away',
  /** A show ran and waits for its turn to be opened. */
  'resuming',
  'opening',
  'onAir',
  'idle',
] as const;
export const backstageStateSchema = z.enum(backstageStates);
export type BackstageState = z.infer<typeof backstageStateSchema>;

/** Whose backstage: the machine's own, an account's, or a visitor's. */
export const backstageKindSchema = z.enum(['own', 'host', 'visitor']);
export type BackstageKind = z.infer<typeof backstageKindSchema>;

export const backstageRowSchema = z.object({
  /** Counts the backstages that were opened since the server was started. */
  id: idSchema,
  kind: backstageKindSchema,
  /** Null for a visitor, for the owner of a personal server, and for an account that was deleted. */
  account: accountSchema.nullable(),
  state: backstageStateSchema,
  /** The start of the show that counts, otherwise of what its state says. */
  since: timeSchema,
  rehearsal: z.boolean(),
  /** The connection to the room; null without a room. */
  upstream: z.enum(phases).nullable(),
  /** For how long the show that counts has not heard its room (ms). */
  upstreamAwayMs: z.number(),
  /** Gift messages that reached the disk in the last minute. */
  giftsLastMinute: z.int(),
  /** Inputs that are received and not on disk yet. */
  waitingInputs: z.int(),
  screens: z.int(),
  overlays: z.int(),
  /** Size of the data folder; null where it is not measured. */
  diskBytes: z.int().nullable(),
});
export type BackstageRow = z.infer<typeof backstageRowSchema>;

export const seatKinds = ['hosts', 'visitors', 'overlays', 'heldOverlays', 'relayRooms'] as const;
export type SeatKind = (typeof seatKinds)[number];
const seatSchema = z.object({ kind: z.enum(seatKinds), used: z.int(), limit: z.int() });
export type Seat = z.infer<typeof seatSchema>;

/** The same as the alerts in `build/prometheus/ringside.rules.yaml`; those that lose gifts come first. */
export const statusProblemKinds = [
  'diskFull',
  'showBlocked',
  'showFailed',
  'upstreamAway',
  'diskSpace',
  'slowDisk',
  'lag',
  'seats',
] as const;
const statusProblemSchema = z.object({
  kind: z.enum(statusProblemKinds),
  severity: z.enum(['critical', 'warning']),
  /** Shows, seconds, or a share of 1, as the kind says. */
  value: z.number(),
  /** Of `seats`: which. */
  seats: z.enum(seatKinds).nullable(),
});
export type StatusProblem = z.infer<typeof statusProblemSchema>;

export const overviewSchema = z.object({
  at: timeSchema,
  build: z.string(),
  startedAt: timeSchema,
  /** How late the server came to its work in the last minute. */
  lagSeconds: z.number(),
  /** How long 99 of 100 batches of shows took to reach the disk in the last five minutes; null without any. */
  commitSeconds: z.number().nullable(),
  memoryBytes: z.int(),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), answerMs: z.number() }),
  problems: z.array(statusProblemSchema),
  seats: z.array(seatSchema),
  /** How many backstages are in each state. */
  backstages: z.record(backstageStateSchema, z.int()),
  disk: z.object({
    /** Null where the system does not say. */
    free: z.int().nullable(),
    size: z.int().nullable(),
    /** What one account may use; null without a limit. */
    quota: z.int().nullable(),
    /** When the folders of closed backstages were looked at; null until that is done for the first time. */
    measuredAt: timeSchema.nullable(),
    /** All accounts together. */
    hostsBytes: z.int(),
    /** Accounts with the largest folders. */
    largest: z.array(z.object({ account: accountSchema.nullable(), folder: z.string(), bytes: z.int() })),
  }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const statusCalls = {
  overview: call({
    method: 'GET',
    path: '/status/overview',
    access: 'status:list',
    summary: 'How the server is: problems, seats, disk, database.',
    data: overviewSchema,
  }),
  list: call({
    method: 'GET',
    path: '/status/list/{page}/{size}',
    access: 'status:list',
    summary: 'Open backstages and shows that wait for theirs, problems first; search in email and name.',
    params: pageParams,
    query: listQuery([
      'email',
      'state',
      'since',
      'giftsLastMinute',
      'waitingInputs',
      'screens',
      'overlays',
      'diskBytes',
    ]).extend({
      state: backstageStateSchema.optional(),
      kind: backstageKindSchema.optional(),
    }),
    data: pageOf(backstageRowSchema),
  }),
};
