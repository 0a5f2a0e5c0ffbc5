import { isDownloadUrl, type System } from '#renderer/data/platform/system.ts';
import type { ReleaseFile } from '#shared/contract/releases.ts';

export interface Offer {
  system: System;
  version: string;
  url: string;
  /** The ending of the file where one system has several, empty otherwise. */
  kind: string;
}

/** What an administrator has entered about a version. */
export interface Announced {
  platform: string;
  version: string;
  url: string;
}

const systems = ['windows', 'mac', 'linux'] as const;

/**
 * What can be had: for each system the files that lie on this server, or else where an administrator says that
 * the app is.
 */
export function offersOf(
  files: readonly ReleaseFile[] | null,
  announced: readonly Announced[] | null,
): Offer[] {
  return systems.flatMap((system) => {
    const own = (files ?? []).filter((file) => file.system === system);
    if (own.length > 0) {
      return own.map(({ version, url, kind }) => ({
        system,
        version,
        url,
        kind: own.length > 1 ? kind : '',
      }));
    }
    const version = announced?.find((each) => each.platform === system && isDownloadUrl(each.url));
    return version === undefined ? [] : [{ system, version: version.version, url: version.url, kind: '' }];
  });
}
