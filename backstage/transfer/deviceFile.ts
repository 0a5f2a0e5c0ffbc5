import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { pictureIdSchema } from '#shared/contract/anchors.ts';
import { storedInputSchema } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { DEVICE_FILE_VERSION } from '#shared/contract/transfer.ts';
import { showFactsSchema } from '../show/facts.ts';

/*
 * The file with everything of a device: gzip of lines of JSON. The first line is the header. The last line has the
 * SHA-256 of all lines before it, so that a file that was cut or damaged is detected.
 */

const FORMAT = 'ringside-device';
/** The parts that are stored files. `content` has the version of that file. */
export const partNames = [
  'presets',
  'widgets',
  'packs',
  'lines',
  'remotes',
  'learned',
  'giftPictures',
  'anchors',
  'payouts',
  'seasons',
  'themes',
  'settings',
  'keys',
] as const;
export type PartName = (typeof partNames)[number];

/** Show ids are names of folders, so nothing else may pass. */
const showIdSchema = z.string().regex(/^\d{8}-\d{6}-\d{3}[0-9a-z]{4}$/);

const headerSchema = z.object({
  kind: z.literal('header'),
  format: z.literal(FORMAT),
  version: z.number().int().positive(),
  at: z.number(),
  build: z.string().max(100),
});
const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('part'),
    part: z.enum(partNames),
    version: z.number().int().positive(),
    content: z.unknown(),
  }),
  z.object({ kind: z.literal('picture'), id: pictureIdSchema, data: z.base64() }),
  z.object({ kind: z.literal('show'), id: showIdSchema, facts: showFactsSchema }),
  /** The next inputs of the show, and the next bytes of its recording. */
  z.object({ kind: z.literal('inputs'), inputs: z.array(storedInputSchema).min(1) }),
  z.object({ kind: z.literal('recording'), data: z.base64() }),
  /** `digest`: SHA-256 of its inputs, by which two devices know whether they have the same show. */
  z.object({ kind: z.literal('showEnd'), digest: z.string().length(64) }),
  z.object({ kind: z.literal('end'), lines: z.number().int(), sha256: z.string() }),
]);
export type DeviceHeader = z.infer<typeof headerSchema>;
export type DeviceEntry = Exclude<z.infer<typeof entrySchema>, { kind: 'end' }>;

/** Limits against files that unpack to far more than a device has (bytes). */
const LONGEST_LINE = 32 * 1024 * 1024;
const MOST_PLAIN = 16 * 1024 ** 3;
const FREE_PLAIN = 64 * 1024 * 1024;
/** Inputs of a show compress to a twentieth. */
const MOST_RATIO = 200;
const NEWLINE = 10;

/** Writes a file. @throws what the entries or the disk throw. */
export async function writeDeviceFile(
  path: string,
  header: { at: number; build: string },
  entries: AsyncIterable<DeviceEntry>,
): Promise<void> {
  const hash = createHash('sha256');
  let lines = 0;
  const toLine = (entry: unknown) => {
    const line = `${JSON.stringify(entry)}\n`;
    hash.update(line);
    lines += 1;
    return line;
  };
  async function* plain() {
    yield toLine({ kind: 'header', format: FORMAT, version: DEVICE_FILE_VERSION, ...header });
    for await (const entry of entries) yield toLine(entry);
    yield `${JSON.stringify({ kind: 'end', lines, sha256: hash.digest('hex') })}\n`;
  }
  await pipeline(plain, createGzip({ level: 5 }), createWriteStream(path, { mode: 0o600 }));
}

export interface DeviceReading {
  header: DeviceHeader;
  sha256: string;
}

interface ReadingOptions {
  onEntry(entry: DeviceEntry): void | Promise<void>;
  /** Called with the compressed bytes that were read. */
  onBytes?(bytes: number): void;
}

/**
 * Reads a file, and calls `onEntry` with each entry in turn. The entries are only whole when this resolves.
 *
 * @throws RingsideError `transfer.unreadable`, `transfer.newer`, `transfer.damaged`, `transfer.tooLarge`.
 */
export async function readDeviceFile(path: string, options: ReadingOptions): Promise<DeviceReading> {
  const file = createReadStream(path);
  const hash = createHash('sha256');
  let header: DeviceHeader | null = null;
  let lines = 0;
  let sha256 = '';
  let failure: RingsideError | null = null;

  const readLine = async (line: Buffer) => {
    if (sha256 !== '') throw new RingsideError('transfer.damaged');
    const raw = parseLine(line, header !== null);
    if (header === null) {
      header = headerOf(raw);
    } else {
      const entry = entrySchema.safeParse(raw);
      if (!entry.success) throw new RingsideError('transfer.damaged');
      if (entry.data.kind === 'end') {
        sha256 = hash.copy().digest('hex');
        if (entry.data.sha256 !== sha256 || entry.data.lines !== lines)
          throw new RingsideError('transfer.damaged');
        return;
      }
      await options.onEntry(entry.data);
    }
    hash.update(line).update('\n');
    lines += 1;
  };
  const takePlain = async (plain: AsyncIterable<Buffer>) => {
    let rest: Buffer[] = [];
    let restLength = 0;
    let total = 0;
    for await (const piece of plain) {
      total += piece.length;
      if (total > MOST_PLAIN || total > FREE_PLAIN + MOST_RATIO * file.bytesRead)
        throw new RingsideError('transfer.tooLarge');
      let from = 0;
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...rest, piece.subarray(from, at)]);
        rest = [];
        restLength = 0;
        from = at + 1;
        await readLine(line);
      }
      if (from < piece.length) rest.push(piece.subarray(from));
      restLength += piece.length - from;
      if (restLength > LONGEST_LINE) throw new RingsideError('transfer.tooLarge');
      // Text without a header is not one of our files: do not read all of it.
      if (header === null && restLength > 1024) throw new RingsideError('transfer.unreadable');
      options.onBytes?.(file.bytesRead);
    }
    if (restLength > 0) throw new RingsideError('transfer.damaged');
  };
  try {
    await pipeline(file, createGunzip(), async (plain) => {
      try {
        await takePlain(plain);
      } catch (error) {
        // `pipeline` may report the aborted file instead.
        if (error instanceof RingsideError) failure = error;
        throw error;
      }
    });
  } catch (error) {
    if (failure !== null) throw failure;
    // zlib reports what is cut or no gzip at all.
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    if (isZlib) throw new RingsideError(header === null ? 'transfer.unreadable' : 'transfer.damaged');
    throw error;
  }
  if (header === null) throw new RingsideError('transfer.unreadable');
  if (sha256 === '') throw new RingsideError('transfer.damaged');
  return { header, sha256 };
}

function parseLine(line: Buffer, isKnown: boolean): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new RingsideError(isKnown ? 'transfer.damaged' : 'transfer.unreadable');
  }
}

const anyVersionSchema = z.object({ format: z.literal(FORMAT), version: z.number().int().positive() });

function headerOf(raw: unknown): DeviceHeader {
  const known = anyVersionSchema.safeParse(raw);
  if (known.success && known.data.version > DEVICE_FILE_VERSION) throw new RingsideError('transfer.newer');
  const header = headerSchema.safeParse(raw);
  if (!header.success) throw new RingsideError('transfer.unreadable');
  return header.data;
}
