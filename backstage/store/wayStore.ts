import { join } from 'node:path';
import { z } from 'zod';
import { type Way, ways } from '#shared/contract/connection.ts';
import type { WayMemory } from '../sources/auto.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

const contentSchema = z.object({ last: z.enum(ways) });
type StoredWay = z.infer<typeof contentSchema>;

export const wayShape: StoredShape<StoredWay> = {
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
