import { join } from 'node:path';
import { z } from 'zod';
import { anchorFactsSchema } from '#shared/contract/anchors.ts';
import { readStored, type StoredShape, writeStored } from '../store/storedFile.ts';
import type { KnownAnchor } from './lookUpAnchor.ts';

const knownSchema = z.object({ facts: anchorFactsSchema, avatarUrl: z.string() });

/** The largest number of stored anchors. */
const MOST_STORED = 200;

/** Reads each entry by itself. A broken entry is dropped alone and looked up again. */
export const anchorsShape: StoredShape<KnownAnchor[]> = {
  migrations: [],
  read(content) {
    const entries = z.array(z.unknown()).parse(content);
    const parsed = entries.map((entry) => knownSchema.safeParse(entry));
    const value = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
    return { value, dropped: entries.length - value.length };
  },
};

/** Stores the last known facts about anchors, so that they are shown at once after a start. */
export class AnchorStore {
  readonly #path: string;
  #isNewer = false;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'anchors.json');
  }

  read(now: number): KnownAnchor[] {
    const { value, newer } = readStored(this.#path, anchorsShape, now);
    this.#isNewer = newer !== null;
    return value ?? [];
  }

  /** Writes the newest entries, but never over a file of a newer version. @throws RingsideError `storage.full`. */
  write(anchors: Iterable<KnownAnchor>): void {
    if (this.#isNewer) return;
    const newest = [...anchors].sort((a, b) => b.facts.at - a.facts.at).slice(0, MOST_STORED);
    writeStored(this.#path, anchorsShape, newest);
  }
}
