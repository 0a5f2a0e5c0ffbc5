import { z } from 'zod';
import { nothing } from './calls/commonSchemas.ts';
import { problemSchema } from './error.ts';
import { remoteNameSchema, remoteScopes } from './remote/token.ts';

/* One file with everything on a device, for another computer. */

/** The version of the file. Raise it when an older Ringside could not read the file. */
export const DEVICE_FILE_VERSION = 1;

/** What a file contains, in the order of the preview. A host takes all of a kind or leaves it. */
export const deviceKinds = [
  'presets',
  'widgets',
  'packs',
  'lines',
  'remotes',
  'gifts',
  'anchors',
  'payouts',
  'seasons',
  'themes',
  'settings',
  'keys',
  'shows',
] as const;
export const deviceKindSchema = z.enum(deviceKinds);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

/** Maximum size of the settings of a screen in a file (characters of JSON). */
const MOST_SCREEN = 50_000;
const fieldsSchema = z.record(z.string().max(40), z.json());

/** What only a screen stores: the settings of its device, and its keys. The screen itself checks the values. */
export const screenPartSchema = z
  .object({ settings: fieldsSchema, keys: fieldsSchema })
  .refine((screen) => JSON.stringify(screen).length <= MOST_SCREEN);
export type ScreenPart = z.infer<typeof screenPartSchema>;

/** `kept`: the device has something else under the same name, which an import does not replace. */
export const deviceStates = ['new', 'changed', 'same', 'kept'] as const;

/** Maximum number of listed items of a kind. The counts are those of all. */
export const MOST_ITEMS = 200;

const itemSchema = z.object({
  name: z.string(),
  state: z.enum(deviceStates),
  /** The fields that differ. */
  fields: z.array(z.string()),
  /** The time or the period that it is about (ms since 1970); null for none. */
  at: z.number().nullable(),
  until: z.number().nullable(),
});
export type DeviceItem = z.infer<typeof itemSchema>;

const count = z.number().int().nonnegative();

/** What an import of one kind would do. */
const kindPreviewSchema = z.object({
  kind: deviceKindSchema,
  /** `place`: the place in the list, which tells items with the same name apart. */
  items: z.array(itemSchema.extend({ place: count })).max(MOST_ITEMS),
  counts: z.object({ new: count, changed: count, same: count, kept: count }),
  /** Why this kind cannot be imported now; null if it can. */
  blocked: problemSchema.nullable(),
});
export type KindPreview = z.infer<typeof kindPreviewSchema>;

const previewSchema = z.object({
  /** When the file was made (ms since 1970). */
  at: z.number(),
  build: z.string(),
  kinds: z.array(kindPreviewSchema),
  /** Names this preview. An import with it fails if it would do something else by now. */
  plan: z.string(),
});
export type DevicePreview = z.infer<typeof previewSchema>;

const resultSchema = z.object({
  /** New tokens of programs, which are shown only now. */
  tokens: z.array(z.object({ name: remoteNameSchema, scope: z.enum(remoteScopes), token: z.string() })),
  /** The settings and keys to take; null for none. */
  screen: z.object({ settings: fieldsSchema.nullable(), keys: fieldsSchema.nullable() }),
});
export type DeviceResult = z.infer<typeof resultSchema>;

/** The bytes of a file in one call: in base64, they fit into the largest request. */
export const TRANSFER_CHUNK = 120 * 1024;
const chunk = z.base64().max(Math.ceil(TRANSFER_CHUNK / 3) * 4);
const id = z.string().min(1).max(64);
const bytes = z.number().int().nonnegative();

export const transferPhases = ['idle', 'writing', 'receiving', 'checking', 'importing'] as const;

/**
 * Exports and imports the data of a device. A backstage has one file at a time: a new one replaces the last one. The
 * calls that work on a whole file answer when they are done; `transfer.state` tells their progress meanwhile.
 */
export const transferCalls = {
  'transfer.state': {
    args: nothing,
    result: z.object({
      phase: z.enum(transferPhases),
      /** Of `total` steps; `total` is 0 while it is unknown. */
      done: z.number().nonnegative(),
      total: z.number().nonnegative(),
      /** When the import was made that can be undone; null for none. */
      undoAt: z.number().nullable(),
    }),
  },
  /** Writes a file. Leaves out a show that is not over. Errors: `transfer.busy`, `storage.full`. */
  'transfer.export': {
    args: z.object({ shows: z.boolean(), screen: screenPartSchema }),
    result: z.object({ id, size: bytes }),
  },
  /** Reads a part of the exported file. */
  'transfer.read': { args: z.object({ id, offset: bytes }), result: z.object({ data: chunk }) },
  /** Begins to receive a file. Errors: `transfer.busy`, `transfer.tooLarge`, `storage.full`. */
  'transfer.begin': { args: z.object({ size: bytes }), result: z.object({ id }) },
  /** Receives the next part. Errors: `transfer.unreadable`, `transfer.gone`. */
  'transfer.write': { args: z.object({ id, offset: bytes, data: chunk }), result: nothing },
  /**
   * Reads the whole file and returns what an import would change. `screen`: what the screen has now. Errors:
   * `transfer.unreadable`, `transfer.damaged`, `transfer.newer`, `transfer.tooLarge`, `transfer.gone`.
   */
  'transfer.check': { args: z.object({ id, screen: screenPartSchema }), result: previewSchema },
  /**
   * Imports the chosen kinds, all or nothing. Errors: as above, `transfer.changed`, `transfer.onAir`, `storage.full`,
   * `storage.quota`.
   */
  'transfer.apply': {
    args: z.object({
      id,
      plan: z.string().max(64),
      kinds: z.array(deviceKindSchema),
      screen: screenPartSchema,
    }),
    result: resultSchema,
  },
  /**
   * Restores what the last import changed. Returns what the screen had. Errors: `transfer.noUndo`,
   * `transfer.undoChanged`, `transfer.onAir`, `transfer.busy`, `show.onStage`, `storage.unreachable`. Nothing is changed
   * then.
   */
  'transfer.undo': { args: nothing, result: z.object({ screen: screenPartSchema.nullable() }) },
  /** Deletes the file. */
  'transfer.cancel': { args: nothing, result: nothing },
} as const;
