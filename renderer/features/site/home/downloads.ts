import { isDownloadUrl, type System } from '#renderer/data/platform/host.ts';
import type { ReleaseFile } from '#shared/contract/api/version.ts';

export interface Offer {
  system: System;
  version: string;
  url: string;
  /** The file's extension if the system has several files, else ''. */
  kind: string;
}

/** A version that an administrator published. */
export interface Announced {
  platform: string;
  version: string;
  url: string;
}

const systems = ['windows', 'mac', 'linux'] as const;

/**
 * Returns the files of the newest release of each system, without zips, which only updaters use. `files` begins with
 * the newest.
 */
export function newestOfEach(files: readonly ReleaseFile[]): ReleaseFile[] {
  const newest = new Map<string, string>();
  for (const { system, version } of files) if (!newest.has(system)) newest.set(system, version);
  return files.filter(({ system, version, kind }) => newest.get(system) === version && kind !== 'zip');
}

/** Returns each system's files on this server, or the address that an administrator entered if there are none. */
export function offersOf(files: readonly ReleaseFile[], announced: readonly Announced[]): Offer[] {
  return systems.flatMap((system) => {
    const own = files.filter((file) => file.system === system);
    if (own.length > 0) {
      return own.map(({ version, url, kind }) => ({
        system,
        version,
        url,
        kind: own.length > 1 ? kind : '',
      }));
    }
    const version = announced.find((each) => each.platform === system && isDownloadUrl(each.url));
    return version === undefined ? [] : [{ system, version: version.version, url: version.url, kind: '' }];
  });
}
