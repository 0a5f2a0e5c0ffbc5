import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** What one backstage may use of the machine that it shares with others. */
export interface Allowance {
  /** Presets that may be kept. */
  presets: number;
  /** Bytes in its folder, beyond which no other show begins. A show that runs is never stopped. */
  diskBytes: number;
  rehearsalSizes: readonly RehearsalSize[];
  /** How long a rehearsal lasts (ms). */
  rehearsalMs: number;
}

/** Of a backstage that has the machine for itself. */
export const unlimited: Allowance = {
  presets: Number.POSITIVE_INFINITY,
  diskBytes: Number.POSITIVE_INFINITY,
  rehearsalSizes,
  rehearsalMs: Number.POSITIVE_INFINITY,
};

const MIB = 1024 * 1024;

/**
 * Asked before a show begins.
 *
 * @throws RingsideError `storage.quota` when the folder holds as much as it may.
 */
export function refuseFullFolder(folder: string, { diskBytes }: Allowance): void {
  if (diskBytes === Number.POSITIVE_INFINITY) return;
  const used = sizeOf(folder);
  if (used < diskBytes) return;
  throw new RingsideError('storage.quota', {
    used: Math.round(used / MIB),
    limit: Math.round(diskBytes / MIB),
  });
}

/** Bytes of all files below a folder. A file that goes meanwhile counts nothing. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
