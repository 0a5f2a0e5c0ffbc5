import type { UpdateState } from '#shared/contract/desktop.ts';

/** There is no feed to ask. */
export class NoFeed extends Error {}

/** The feed offers an update that none of the packed keys has signed. */
export class UnsignedFeed extends Error {}

type Failure = NonNullable<UpdateState['failure']>;

const byCode: Readonly<Record<string, Failure>> = {
  ENOTFOUND: 'offline',
  EAI_AGAIN: 'offline',
  ECONNREFUSED: 'offline',
  ECONNRESET: 'offline',
  ETIMEDOUT: 'offline',
  ENETUNREACH: 'offline',
  ENOSPC: 'disk',
  EACCES: 'disk',
  EPERM: 'disk',
  EROFS: 'disk',
  ERR_CHECKSUM_MISMATCH: 'signature',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'feed',
  ERR_UPDATER_INVALID_VERSION: 'feed',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'feed',
  ERR_UPDATER_NO_FILES_PROVIDED: 'feed',
};

/** Sorts what an updater throws into what a host can do something about. */
export function classifyUpdateError(error: unknown): Failure {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof NoFeed) return 'noFeed';
  if (error instanceof UnsignedFeed) return 'unsigned';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = byCode[code];
  if (known !== undefined) return known;
  if (/net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|CONNECTION|NETWORK|TIMED_OUT)/.test(error.message)) {
    return 'offline';
  }
  if (/net::ERR_CERT|signature|publisher|sha512/i.test(error.message)) return 'signature';
  const isFeed =
    code.startsWith('HTTP_ERROR') || /HttpError|status 4\d\d|ERR_BLOCKED_BY_CLIENT/.test(error.message);
  return isFeed ? 'feed' : 'unknown';
}
