import type { ReleaseFile, ReleaseKind } from '#shared/contract/releases.ts';

/** The properties of a release file that its name contains, as `artifactName` in electron-builder.yml composes it. */
export type Artefact = Pick<ReleaseFile, 'name' | 'system' | 'kind' | 'version' | 'arch'>;

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
export function readArtefact(name: string): Artefact | null {
  const [, found = '', os = '', arch = '', ending = ''] = installer.exec(name) ?? [];
  const known = kinds[os];
  const kind = known?.kinds.find((each) => each === ending);
  return known === undefined || kind === undefined
    ? null
    : { name, system: known.system, kind, version: found, arch };
}

export function isFeed(name: string): boolean {
  return feeds.has(name);
}

/** Whether a file is a block map, with which an updater downloads only changed blocks of an installer. */
export function isBlockMap(name: string): boolean {
  return name.endsWith('.blockmap') && readArtefact(name.slice(0, -'.blockmap'.length)) !== null;
}

/** Compares versions, the newest first. A pre-release comes after its final version. */
export function newestFirst(one: string, other: string): number {
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
