import { join } from 'node:path';
import { z } from 'zod';
import { LINES_VERSION, type Line, type LineId, lineSchema } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

const linesSchema = z.array(lineSchema).length(2);

/** One migration for each version before the present one. */
const migrations: StoredShape<Line[]>['migrations'] = [];

export const linesShape: StoredShape<Line[]> = {
  migrations,
  read: (content) => ({ value: linesSchema.parse(content), dropped: 0 }),
};

if (LINES_VERSION !== migrations.length + 1) throw new Error('a migration of the lines is missing');

/** The two ways to the platform, as the operator set them; the defaults until then. */
export class LineStore {
  readonly keptAside: string | null;
  readonly #path: string;
  #lines: Line[];

  constructor(dataDir: string, defaults: Line[], now: number) {
    this.#path = join(dataDir, 'lines.json');
    const read = readStored(this.#path, linesShape, now);
    this.#lines = read.value ?? defaults;
    this.keptAside = read.keptAside;
  }

  list(): Line[] {
    return this.#lines;
  }

  get(id: LineId): Line {
    const line = this.#lines.find((each) => each.id === id);
    if (line === undefined) throw new RingsideError('line.unknown', { line: id });
    return line;
  }

  /** @throws RingsideError `line.unknown` when one of the two ids is not there, `storage.full`. */
  save(lines: Line[]): void {
    for (const id of ['line1', 'line2'] as const) {
      if (!lines.some((line) => line.id === id)) throw new RingsideError('line.unknown', { line: id });
    }
    writeStored(this.#path, linesShape, lines);
    this.#lines = lines;
  }
}
