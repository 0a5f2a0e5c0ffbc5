import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { apiCodes } from '#shared/contract/api/call.ts';
import { RELEASES_PATH, type ReleaseFile, type ReleaseKind } from '#shared/contract/api/version.ts';

const notFound = { code: apiCodes.notFound, msg: 'Not Found', data: null };

/** The properties of a release file that its name contains, as `artifactName` in electron-builder.yml composes it. */
type Artefact = Pick<ReleaseFile, 'name' | 'system' | 'kind' | 'version' | 'arch'>;

const number = '(?:0|[1-9]\\d{0,8})';
const version = `${number}\\.${number}\\.${number}(?:-[0-9A-Za-z]+(?:\\.[0-9A-Za-z]+){0,4})?`;
const installer = new RegExp(
  `^Ringside-(${version})-(win|mac|linux)-(x64|arm64|universal|x86_64|amd64)\\.(\\w+)$`,
);

const kinds: Record<string, { system: Artefact['system']; kinds: readonly ReleaseKind[] }> = {
  win: { system: 'windows', kinds: ['exe'] },
  mac: { system: 'mac', kinds: ['dmg', 'zip'] },
  linux: { system: 'linux', kinds: ['AppImage', 'deb'] },
};

/** The feeds that the app's updaters on the three systems read. */
const feeds = new Set(['latest.yml', 'latest-mac.yml', 'latest-linux.yml']);

/** Parses the name of a release file; null for any other name. */
function readArtefact(name: string): Artefact | null {
  const [, found = '', os = '', arch = '', ending = ''] = installer.exec(name) ?? [];
  const known = kinds[os];
  const kind = known?.kinds.find((each) => each === ending);
  return known === undefined || kind === undefined
    ? null
    : { name, system: known.system, kind, version: found, arch };
}

function isFeed(name: string): boolean {
  return feeds.has(name);
}

/** Whether a file is a block map, with which an updater downloads only changed blocks of an installer. */
function isBlockMap(name: string): boolean {
  return name.endsWith('.blockmap') && readArtefact(name.slice(0, -'.blockmap'.length)) !== null;
}

/** Compares versions, the newest first. A pre-release comes after its final version. */
function newestFirst(one: string, other: string): number {
  const [ours, theirs] = [split(one), split(other)];
  for (const [place, part] of ours.numbers.entries()) {
    const difference = (theirs.numbers[place] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  if (ours.rest === theirs.rest) return 0;
  if (ours.rest === '') return -1;
  if (theirs.rest === '') return 1;
  return theirs.rest.localeCompare(ours.rest, 'en', { numeric: true });
}

function split(text: string): { numbers: number[]; rest: string } {
  const [numbers = '', ...rest] = text.split('-');
  return { numbers: numbers.split('.').map(Number), rest: rest.join('-') };
}

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
