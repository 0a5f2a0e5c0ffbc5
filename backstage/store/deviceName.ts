import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The name of this data folder's installation: made at the first start, the same ever after. */
export function deviceName(dataDir: string): string {
  const path = join(dataDir, 'device');
  try {
    const known = z.uuid().safeParse(readFileSync(path, 'utf8').trim());
    if (known.success) return known.data;
  } catch {
    // There is none yet.
  }
  const made = randomUUID();
  try {
    writeFileSync(path, `${made}\n`);
  } catch {
    // A full disk: the name holds until the next start, and nothing depends on more than that.
  }
  return made;
}
