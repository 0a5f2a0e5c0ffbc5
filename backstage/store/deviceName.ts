import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Reads the random id of this data folder. Creates it at the first start. */
export function deviceName(dataDir: string): string {
  const path = join(dataDir, 'device');
  try {
    const known = z.uuid().safeParse(readFileSync(path, 'utf8').trim());
    if (known.success) return known.data;
  } catch {
    // The file does not exist yet.
  }
  const made = randomUUID();
  try {
    writeFileSync(path, `${made}\n`);
  } catch {
    // The disk is full. The id is then valid until the next start, which is sufficient.
  }
  return made;
}
