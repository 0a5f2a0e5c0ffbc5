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
} from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { shownLine, withSecrets } from './lineSecrets.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

const linesSchema = z.object({ lines: z.array(lineSchema).length(2), bothLines: z.boolean() });
type StoredLines = z.infer<typeof linesSchema>;

/** One migration for each version before the present one. */
const migrations: StoredShape<StoredLines>['migrations'] = [(lines) => ({ lines, bothLines: false })];

export const linesShape: StoredShape<StoredLines> = {
  migrations,
  read: (content) => ({ value: linesSchema.parse(content), dropped: 0 }),
};

if (LINES_VERSION !== migrations.length + 1) throw new Error('a migration of the lines is missing');

/** The two ways to the platform, as the operator set them; the defaults until then. */
export class LineStore {
  readonly keptAside: string | null;
  readonly #path: string;
  #stored: StoredLines;

  constructor(dataDir: string, defaults: Line[], now: number) {
    this.#path = join(dataDir, 'lines.json');
    const read = readStored(this.#path, linesShape, now);
    this.#stored = read.value ?? { lines: defaults, bothLines: false };
    this.keptAside = read.keptAside;
  }

  /** With their secrets, so never for a screen. */
  list(): Line[] {
    return this.#stored.lines;
  }

  /** The lines as screens see them. */
  shown(): ShownLine[] {
    return this.list().map(shownLine);
  }

  /** Whether a room is listened to by both at once. */
  get bothLines(): boolean {
    return this.#stored.bothLines;
  }

  /** The second line to keep open beside this one; null for none. */
  secondLine({ id }: Line): Line | null {
    return this.bothLines ? (this.list().find((line) => line.id !== id) ?? null) : null;
  }

  get(id: LineId): Line {
    const line = this.list().find((each) => each.id === id);
    if (line === undefined) throw new RingsideError('line.unknown', { line: id });
    return line;
  }

  /**
   * Saves both lines; secrets that a draft leaves out are kept. `base` is what the screen was shown when editing began:
   * what somebody else has saved since is not overwritten.
   *
   * @throws RingsideError `line.unknown` when one of the two ids is not there, `line.stale`, `storage.full`.
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
