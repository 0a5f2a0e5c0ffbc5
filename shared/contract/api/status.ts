import { z } from 'zod';
import { phases } from '../connection.ts';
import { call } from './call.ts';
import { idSchema, listQuery, pageOf, pageParams, timeSchema } from './fields.ts';

/** An account in a list of other things. */
const accountSchema = z.object({ id: idSchema, email: z.string(), username: z.string() });

/** The states of a backstage, those that need attention first. */
export const backstageStates = [
  /** The show's data cannot be written to disk. */
  'blocked',
  /** A show was running, and its backstage cannot be opened. The server tries again. */
  'failed',
  /** The show is counting, but has received nothing from its room for more than a minute. */
  'away',
  /** A show was running, and its backstage waits for its turn to open. */
  'resuming',
  'opening',
  'onAir',
  'idle',
] as const;
const backstageStateSchema = z.enum(backstageStates);
export type BackstageState = z.infer<typeof backstageStateSchema>;

/** The owner of a backstage: the machine (`own`), an account, or a visitor. */
export const backstageKindSchema = z.enum(['own', 'host', 'visitor']);

const backstageRowSchema = z.object({
  /** A sequence number from the start of the server. */
  id: idSchema,
  kind: backstageKindSchema,
  /** Null for a visitor, for the owner of a personal server, and for an account that was deleted. */
  account: accountSchema.nullable(),
  state: backstageStateSchema,
  /** Start of the counting show, or else of the current state. */
  since: timeSchema,
  rehearsal: z.boolean(),
  /** The connection to the room; null without a room. */
  upstream: z.enum(phases).nullable(),
  /** How long the counting show has received nothing from its room (ms). */
  upstreamAwayMs: z.number(),
  /** Gift messages written to disk in the last minute. */
  giftsLastMinute: z.int(),
  /** Inputs that were received and are not on disk yet. */
  waitingInputs: z.int(),
  screens: z.int(),
  overlays: z.int(),
  /** Size of the data folder; null if not measured. */
  diskBytes: z.int().nullable(),
});
export type BackstageRow = z.infer<typeof backstageRowSchema>;

const seatKinds = ['hosts', 'visitors', 'overlays', 'heldOverlays', 'relayRooms'] as const;
const seatSchema = z.object({ kind: z.enum(seatKinds), used: z.int(), limit: z.int() });
export type Seat = z.infer<typeof seatSchema>;

/** The problems, the same as the alerts in `build/prometheus/ringside.rules.yaml`. Those that lose gifts come first. */
export const statusProblemKinds = [
  'diskFull',
  'showBlocked',
  'showFailed',
  'upstreamAway',
  'diskSpace',
  'slowDisk',
  'lag',
  'seats',
  'recordings',
] as const;
const statusProblemSchema = z.object({
  kind: z.enum(statusProblemKinds),
  severity: z.enum(['critical', 'warning']),
  /** A number of shows, seconds, or a share from 0 to 1, depending on the kind. */
  value: z.number(),
  /** The exhausted seats if the kind is `seats`; null otherwise. */
  seats: z.enum(seatKinds).nullable(),
});
export type StatusProblem = z.infer<typeof statusProblemSchema>;

export const overviewSchema = z.object({
  at: timeSchema,
  build: z.string(),
  startedAt: timeSchema,
  /** 99th percentile of the event loop lag over the last minute. */
  lagSeconds: z.number(),
  /** 99th percentile of the time to commit a batch, over the last five minutes; null without batches. */
  commitSeconds: z.number().nullable(),
  memoryBytes: z.int(),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), answerMs: z.number() }),
  problems: z.array(statusProblemSchema),
  seats: z.array(seatSchema),
  /** Number of backstages by state. */
  backstages: z.record(backstageStateSchema, z.int()),
  disk: z.object({
    /** Null if the system reports no free space. */
    free: z.int().nullable(),
    size: z.int().nullable(),
    /** Bytes that one account may use; null without a limit. */
    quota: z.int().nullable(),
    /** Time of the last measurement of the closed backstages' folders; null before the first one. */
    measuredAt: timeSchema.nullable(),
    /** Bytes of all accounts together. */
    hostsBytes: z.int(),
    /** The accounts with the largest folders. */
    largest: z.array(z.object({ account: accountSchema.nullable(), folder: z.string(), bytes: z.int() })),
  }),
});
export type Overview = z.infer<typeof overviewSchema>;

/**
 * The state of a server in a cluster. `draining`: it hands its shows over and accepts no new ones. `gone`: it does not
 * answer the database, and the others have its shows.
 */
export const nodeStates = ['ready', 'draining', 'gone'] as const;
export type NodeState = (typeof nodeStates)[number];

export const nodeRowSchema = z.object({
  name: z.string(),
  build: z.string(),
  state: z.enum(nodeStates),
  /** Number of hosts whose show is counting. */
  shows: z.int(),
  /** Number of hosts whose backstage is open, those with a show included. */
  hosts: z.int(),
  /** Whether this server has answered the call. */
  isThis: z.boolean(),
});
export type NodeRow = z.infer<typeof nodeRowSchema>;

export const statusCalls = {
  nodes: call({
    method: 'GET',
    path: '/status/nodes',
    access: 'status:list',
    summary: 'The servers of the cluster by name; empty for a single server.',
    data: z.array(nodeRowSchema),
  }),
  drain: call({
    method: 'PUT',
    path: '/status/nodes/{name}/{action}',
    access: 'status:drain',
    summary: 'Drains a server of the cluster: it hands its shows over without a gap. `accept` ends that.',
    params: z.object({ name: z.string().min(1).max(200), action: z.enum(['drain', 'accept']) }),
  }),
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
