import type { FastifyInstance } from 'fastify';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import { RELEASES_PATH } from '#shared/contract/releases.ts';
import { isBlockMap, isFeed, readArtefact } from './artefact.ts';
import { listReleases, sizeOf } from './list.ts';

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
