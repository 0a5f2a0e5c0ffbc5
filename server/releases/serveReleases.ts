import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import { RELEASES_PATH, type ReleaseFile } from '#shared/contract/releases.ts';
import { isBlockMap, isFeed, newestFirst, readArtefact } from './artefact.ts';

const notFound = { code: apiCodes.notFound, msg: 'Not Found', data: null };

/**
 * Serves release files from a folder, with range requests, and no other file of the folder. Installers never change
 * under their name, so they are cached; feeds are not.
 */
export function serveReleases(app: FastifyInstance, folder: string): void {
  app.get(RELEASES_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .send({ code: apiCodes.success, msg: 'ok', data: await listReleases(folder) }),
  );
  app.get<{ Params: { name: string } }>(`${RELEASES_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const artefact = readArtefact(name);
    if (artefact === null && !isFeed(name) && !isBlockMap(name)) return reply.code(404).send(notFound);
    if ((await sizeOf(folder, name)) === null) return reply.code(404).send(notFound);
    if (artefact !== null) reply.header('content-disposition', `attachment; filename="${name}"`);
    const lasting = isFeed(name) ? { maxAge: 0, immutable: false } : { maxAge: '30d', immutable: true };
    return reply.sendFile(name, folder, { ...lasting, dotfiles: 'deny' });
  });
}

/** Lists the installers in a folder, the newest version first; empty if the folder does not exist. */
async function listReleases(folder: string): Promise<ReleaseFile[]> {
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
async function sizeOf(folder: string, name: string): Promise<number | null> {
  const stats = await lstat(join(folder, name)).catch(() => null);
  return stats?.isFile() === true ? stats.size : null;
}
