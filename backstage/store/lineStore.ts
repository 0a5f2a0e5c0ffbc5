import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  LINES_VERSION,
  type Line,
  type LineDraft,
  type LineId,
  lineSchema,
  type ShownLine,
  type Way,
  ways,
} from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { WayMemory } from '../sources/auto.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from './storedFile.ts';

const linesSchema = z.object({ lines: z.array(lineSchema).length(2), bothLines: z.boolean() });
type StoredLines = z.infer<typeof linesSchema>;

/** Line 1 as it was by default before version 4. */
const untouchedLine1 = {
  id: 'line1',
  kind: 'direct',
  webUrl: 'https://www.tiktok.com',
  wsUrl: 'wss://webcast-ws.tiktok.com',
  signUrl: 'https://api.eulerstream.com',
  signKey: '',
  relayUrl: '',
};
const olderSchema = z.looseObject({ lines: z.array(z.unknown()) });

/** One migration for each version before the current one. */
const migrations: StoredShape<StoredLines>['migrations'] = [
  (lines) => ({ lines, bothLines: false }),
  // Version 3 adds a kind of line; the stored kinds stay valid.
  (stored) => stored,
  // Version 4 adds the kind `auto`, the new default of Line 1.
  (stored) => {
    const older = olderSchema.parse(stored);
    const lines = older.lines.map((line) =>
      isDeepStrictEqual(line, untouchedLine1) ? { ...untouchedLine1, kind: 'auto' } : line,
    );
    return { ...older, lines };
  },
];

export const linesShape: StoredShape<StoredLines> = {
  migrations,
  read: (content) => ({ value: linesSchema.parse(content), dropped: 0 }),
};

if (LINES_VERSION !== migrations.length + 1) throw new Error('a migration of the lines is missing');

/** Stores the two lines (connections to the platform). Has the defaults until an operator saves others. */
export class LineStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #defaults: Line[];
  #stored: StoredLines;

  constructor(dataDir: string, defaults: Line[], now: number) {
    this.#path = join(dataDir, 'lines.json');
    const read = readStored(this.#path, linesShape, now);
    this.#defaults = defaults;
    this.#stored = read.value ?? { lines: defaults, bothLines: false };
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(now: number): void {
    const { value } = readStored(this.#path, linesShape, now);
    this.#stored = value ?? { lines: this.#defaults, bothLines: false };
  }

  /** Both lines with their secrets. Never send them to a screen. */
  list(): Line[] {
    return this.#stored.lines;
  }

  /** Both lines without their secrets, for screens. */
  shown(): ShownLine[] {
    return this.list().map(shownLine);
  }

  /** Whether both lines receive a room at once. */
  get bothLines(): boolean {
    return this.#stored.bothLines;
  }

  /** The line to keep open in addition to this one; null for none. */
  secondLine({ id }: Line): Line | null {
    return this.bothLines ? (this.list().find((line) => line.id !== id) ?? null) : null;
  }

  /** @throws RingsideError `line.unknown`. */
  get(id: LineId): Line {
    const line = this.list().find((each) => each.id === id);
    if (line === undefined) throw new RingsideError('line.unknown', { line: id });
    return line;
  }

  /**
   * Saves both lines. A draft without a secret keeps the stored secret. `base` is the version that the operator edited;
   * if somebody else has saved since, the drafts are rejected.
   *
   * @throws RingsideError `line.unknown` if one of the two ids is missing, `line.stale`, `storage.full`.
   */
  save(drafts: LineDraft[], bothLines = this.bothLines, base?: ShownLine[]): void {
    if (base !== undefined && !isDeepStrictEqual(base, this.shown())) throw new RingsideError('line.stale');
    for (const id of ['line1', 'line2'] as const) {
      if (!drafts.some((draft) => draft.id === id)) throw new RingsideError('line.unknown', { line: id });
    }
    const lines = drafts.map((draft) =>
      withSecrets(
        draft,
        this.list().find(({ id }) => id === draft.id),
      ),
    );
    const stored = { lines, bothLines };
    writeStored(this.#path, linesShape, stored);
    this.#stored = stored;
  }
}

/** Returns a line without its secrets. */
export function shownLine({ signKey, relayToken = '', ...line }: Line): ShownLine {
  return { ...line, hasSignKey: signKey !== '', hasRelayToken: relayToken !== '' };
}

/**
 * Makes a line of a draft and the stored line. Keeps a stored secret only if its address has the same origin: otherwise
 * a screen could send a key that it cannot read to a server of its choice.
 */
export function withSecrets({ signKey, relayToken, ...line }: LineDraft, before: Line | undefined): Line {
  const key = signKey ?? (sameOrigin(line.signUrl, before?.signUrl) ? before?.signKey : '') ?? '';
  const token = relayToken ?? (sameOrigin(line.relayUrl, before?.relayUrl) ? before?.relayToken : '') ?? '';
  return { ...line, signKey: key, ...(token === '' ? {} : { relayToken: token }) };
}

function sameOrigin(address: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  if (address === before) return true;
  return URL.canParse(address) && URL.canParse(before) && new URL(address).origin === new URL(before).origin;
}

const contentSchema = z.object({ last: z.enum(ways) });
type StoredWay = z.infer<typeof contentSchema>;

const wayShape: StoredShape<StoredWay> = {
  migrations: [],
  read: (content) => ({ value: contentSchema.parse(content), dropped: 0 }),
};

/** Stores the way by which a room was last received. Without the file, no way is known to work. */
export class WayStore implements WayMemory {
  readonly #path: string;
  readonly #log: (message: string, error: unknown) => void;
  #last: Way | null;

  constructor(dataDir: string, now: number, log: (message: string, error: unknown) => void) {
    this.#path = join(dataDir, 'way.json');
    this.#log = log;
    this.#last = readStored(this.#path, wayShape, now).value?.last ?? null;
  }

  get last(): Way | null {
    return this.#last;
  }

  remember(way: Way): void {
    this.#last = way;
    try {
      writeStored(this.#path, wayShape, { last: way });
    } catch (error) {
      this.#log('the way to the platform cannot be stored', error);
    }
  }
}
