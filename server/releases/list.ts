import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASES_PATH, type ReleaseFile } from '#shared/contract/releases.ts';
import { newestFirst, readArtefact } from './artefact.ts';

/** Lists the installers in a folder, the newest version first; empty if the folder does not exist. */
export async function listReleases(folder: string): Promise<ReleaseFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => describe(folder, name)));
  return files
    .filter((file) => file !== null)
    .sort(
      (one, other) => newestFirst(one.version, other.version) || one.name.localeCompare(other.name, 'en'),
    );
}

async function describe(folder: string, name: string): Promise<ReleaseFile | null> {
  const artefact = readArtefact(name);
  const size = artefact === null ? null : await sizeOf(folder, name);
  return artefact === null || size === null ? null : { ...artefact, size, url: `${RELEASES_PATH}/${name}` };
}

/** Returns the size of a file; null for anything but a regular file, such as a link. */
export async function sizeOf(folder: string, name: string): Promise<number | null> {
  const stats = await lstat(join(folder, name)).catch(() => null);
  return stats?.isFile() === true ? stats.size : null;
}
