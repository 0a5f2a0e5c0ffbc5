import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KEYS_FILE, readPublicKeys } from './signedFeed.ts';

export interface SupportFacts {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** The folder beside the packed app, where the packer leaves `app-update.yml`. */
  resources: string;
  /** The AppImage that runs, undefined where it is none. */
  appImage: string | undefined;
}

/**
 * Whether this copy may replace itself, and by which feed unless the host names another; null when it may not.
 * It has to be packed; on Windows it has to know whose signature to ask of an update (without that the updater
 * checks none); on Linux it has to be an AppImage, since packages belong to the system. A copy that could, but was
 * packed without a key of its publisher, answers 'noKey': it could not tell a real update from a false one.
 */
export function readUpdateSupport(facts: SupportFacts): { feed: string; keys: KeyObject[] } | 'noKey' | null {
  if (!facts.isPackaged) return null;
  if (facts.platform === 'linux' && (facts.appImage ?? '') === '') return null;
  const packed = readPacked(path.join(facts.resources, 'app-update.yml'));
  if (packed === null) return null;
  if (facts.platform === 'win32' && !/^publisherName:/m.test(packed)) return null;
  const keys = readKeys(path.join(facts.resources, KEYS_FILE));
  if (keys.length === 0) return 'noKey';
  const [, feed = ''] = /^url: *['"]?([^'"\s]+)['"]? *$/m.exec(packed) ?? [];
  return { keys, feed };
}

/**
 * The address to ask for updates: the one that the host chose, else the server's, else the one that the app was
 * packed with. Null when there is none, or none that is https.
 */
export function feedOf(chosen: string, server: string | null, packed: string): string | null {
  const candidates = [chosen, server === null ? '' : `${server}/releases`, packed];
  return candidates.find(isFeed) ?? null;
}

function isFeed(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  // The address that stands in the configuration until a publisher gives a real one.
  return protocol === 'https:' && !hostname.endsWith('.invalid');
}

function readKeys(file: string): KeyObject[] {
  try {
    return readPublicKeys(readPacked(file) ?? '');
  } catch {
    return [];
  }
}

function readPacked(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
