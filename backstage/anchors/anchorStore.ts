import { join } from 'node:path';
import { z } from 'zod';
import { anchorFactsSchema } from '#shared/contract/anchors.ts';
import { readStored, type StoredShape, writeStored } from '../store/storedFile.ts';
import type { KnownAnchor } from './lookUpAnchor.ts';

const knownSchema = z.object({ facts: anchorFactsSchema, avatarUrl: z.string() });

/** Anchors that are remembered from one start to the next. */
const MOST_KEPT = 200;

/** One broken entry costs no other: each can be looked up again. */
export const anchorsShape: StoredShape<KnownAnchor[]> = {
  migrations: [],
  read(content) {
    const entries = z.array(z.unknown()).parse(content);
    const parsed = entries.map((entry) => knownSchema.safeParse(entry));
    const value = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
    return { value, dropped: entries.length - value.length };
  },
};

/** What the platform said of anchors last, so that a start shows it at once. */
export class AnchorStore {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'anchors.json');
  }

  read(now: number): KnownAnchor[] {
    return readStored(this.#path, anchorsShape, now).value ?? [];
  }

  /** The newest ones. @throws RingsideError `storage.full`. */
  write(anchors: Iterable<KnownAnchor>): void {
    const newest = [...anchors].sort((a, b) => b.facts.at - a.facts.at).slice(0, MOST_KEPT);
    writeStored(this.#path, anchorsShape, newest);
  }
}
