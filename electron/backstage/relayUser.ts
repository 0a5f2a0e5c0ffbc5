import type { Line } from '#shared/contract/connection.ts';
import type { RelayUser } from './wire.ts';

/**
 * The line as it is opened: a relay line through the very server that the host is signed in to uses that
 * sign-in, unless a token of its own was entered. Another server never gets it, nor the same one in the clear.
 */
export function knownToRelay(line: Line, user: RelayUser | null): Line {
  if (line.kind !== 'relay' || user === null || (line.relayToken ?? '') !== '') return line;
  if (!URL.canParse(line.relayUrl)) return line;
  const origin = new URL(line.relayUrl.replace(/^ws/, 'http')).origin;
  return origin === user.server ? { ...line, relayToken: user.token } : line;
}
