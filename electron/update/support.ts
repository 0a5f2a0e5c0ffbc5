import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KEYS_FILE, readPublicKeys } from './signedFeed.ts';

export interface SupportFacts {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** The resources folder of the packed app, which contains `app-update.yml` and the keys. */
  resources: string;
  /** The path of the running AppImage; undefined if the app is not one. */
  appImage: string | undefined;
}

/**
 * Returns the packed feed and keys if this copy can update itself; null if it cannot. It must be packed. On Windows the
 * packed configuration must name the publisher, because the updater otherwise checks no signature. On Linux the copy
 * must be an AppImage, because system packages are updated by the system. Returns 'noKey' if the copy was packed
 * without a public key to verify updates.
 */
export function readUpdateSupport(facts: SupportFacts): { feed: string; keys: KeyObject[] } | 'noKey' | null {
  if (!facts.isPackaged) return null;
  if (facts.platform === 'linux' && (facts.appImage ?? '') === '') return null;
  const packed = readText(path.join(facts.resources, 'app-update.yml'));
  if (packed === null) return null;
  if (facts.platform === 'win32' && !/^publisherName:/m.test(packed)) return null;
  const keys = readKeys(path.join(facts.resources, KEYS_FILE));
  if (keys.length === 0) return 'noKey';
  const [, feed = ''] = /^url: *['"]?([^'"\s]+)['"]? *$/m.exec(packed) ?? [];
  return { keys, feed };
}

/**
 * Returns the address of the update feed: the host's choice, else the server's, else the packed one. Skips addresses
 * that are not https. Returns null if none is left.
 */
export function feedOf(chosen: string, server: string | null, packed: string): string | null {
  const candidates = [chosen, server === null ? '' : `${server}/releases`, packed];
  return candidates.find(isFeed) ?? null;
}

function isFeed(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  // The default configuration has an `.invalid` address until a publisher sets a real one.
  return protocol === 'https:' && !hostname.endsWith('.invalid');
}

function readKeys(file: string): KeyObject[] {
  try {
    return readPublicKeys(readText(file) ?? '');
  } catch {
    return [];
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
