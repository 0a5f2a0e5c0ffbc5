import { z } from 'zod';
import { presetSchema, savedScoreSchema } from '../preset.ts';
import { call } from './call.ts';
import { listQuery, pageOf, pageParams, timeSchema } from './fields.ts';

/**
 * Presets and finished shows of an account. Each has a revision, and a save names the revision that it is based on. If
 * the server has a newer revision, it overwrites nothing: it stores the sent version as a copy, named after the device.
 */

export const syncIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'api.field.syncId');
const idInPath = z.object({ id: syncIdSchema });
/** 0 if the server does not have the item yet. */
const revision = z.int().min(0).max(2_147_483_647);
const revisionText = z
  .string()
  .regex(/^\d{1,10}$/, 'api.field.number')
  .transform(Number)
  .pipe(revision);

const tally = z.int().min(0).max(1_000_000_000_000);
const person = z.string().trim().max(100);

/** A finished show as stored in an account. Times are milliseconds since 1970. */
export const showSchema = z
  .object({
    id: syncIdSchema,
    name: z.string().trim().min(1, 'api.field.required').max(120),
    room: z.object({ username: z.string().trim().max(64), nickname: person.default('') }),
    startedAt: z.int().min(0).max(8_000_000_000_000),
    endedAt: z.int().min(0).max(8_000_000_000_000),
    /** Diamonds of all gifts. */
    income: tally,
    gifts: tally,
    givers: tally,
    /** Followers of the room's account at the end of the show; null if unknown. */
    fans: tally.nullable().default(null),
    anchors: z
      .array(
        z.object({
          nickname: person,
          income: tally,
          gifts: tally,
          votesTenths: tally,
          wins: tally.default(0),
        }),
      )
      .max(50)
      .default([]),
    /** The viewers with the most votes. Personal data, deleted with the show. */
    viewers: z
      .array(
        z.object({ id: z.string().max(32), nickname: person, username: person, income: tally, gifts: tally }),
      )
      .max(5000)
      .default([]),
  })
  .refine((show) => show.endedAt >= show.startedAt, { path: ['endedAt'], message: 'api.field.order' });
export type Show = z.infer<typeof showSchema>;

const syncedPreset = presetSchema.extend({ id: syncIdSchema, score: savedScoreSchema.prefault({}) });

const meta = {
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  updatedAt: timeSchema,
  /** The id of the original if this is the copy of a conflict; null otherwise. */
  copyOf: z.string().nullable(),
};

/** The stored JSON of any version of the app. The reader parses and migrates it like its own data. */
const stored = z.record(z.string(), z.unknown());
const kept = z.object({ ...meta, item: stored });

function syncCalls<const K extends string, T extends z.ZodType, S extends z.ZodType>(
  kind: K,
  item: T,
  summaryRow: S,
  bodyLimit: number,
) {
  return {
    list: call({
      method: 'GET',
      path: `/${kind}/list/{page}/{size}`,
      access: 'signedIn',
      summary: `Own ${kind}s without their content; search in the name.`,
      params: pageParams,
      query: listQuery(['name', 'updatedAt', 'startedAt']),
      data: pageOf(summaryRow),
    }),
    echo: call({
      method: 'GET',
      path: `/${kind}/echo/{id}`,
      access: 'signedIn',
      summary: `One own ${kind}.`,
      params: idInPath,
      data: kept,
    }),
    changes: call({
      method: 'GET',
      path: `/${kind}/changes/{since}`,
      access: 'signedIn',
      summary: `What changed after a position (0: everything), at most 20 at a time; ask again while more is true.`,
      params: z.object({ since: revisionText }),
      data: z.object({
        changes: z.array(z.object({ ...meta, deleted: z.boolean(), item: stored.nullable() })),
        next: z.int(),
        more: z.boolean(),
      }),
    }),
    save: call({
      method: 'PUT',
      path: `/${kind}/save/{id}`,
      access: 'signedIn',
      summary: `Saves an own ${kind}; on a conflict both versions are kept.`,
      params: idInPath,
      body: z.object({
        baseRevision: revision,
        item,
        /** The name of the device, for the name of a conflict's copy. */
        device: z.string().trim().max(40).default(''),
      }),
      data: z.object({
        outcome: z.enum(['saved', 'unchanged', 'conflict']),
        /** The version that is stored under the id now. */
        current: kept,
        /** The sent version if it was stored as a copy; null otherwise. */
        copy: kept.nullable(),
      }),
      bodyLimit,
    }),
    remove: call({
      method: 'DELETE',
      path: `/${kind}/delete/{id}`,
      access: 'signedIn',
      summary: `Deletes an own ${kind}, unless it has changed since the revision that the caller knows.`,
      params: idInPath,
      query: z.object({ baseRevision: revisionText.optional() }),
      data: z.object({ outcome: z.enum(['deleted', 'kept']) }),
    }),
  };
}

const figures = {
  room: z.string(),
  startedAt: timeSchema,
  endedAt: timeSchema,
  income: z.int(),
  gifts: z.int(),
  fans: z.int().nullable(),
};

export const presetCalls = syncCalls('preset', syncedPreset, z.object(meta), 256 * 1024);
export const showCalls = syncCalls('show', showSchema, z.object({ ...meta, ...figures }), 2 * 1024 * 1024);
