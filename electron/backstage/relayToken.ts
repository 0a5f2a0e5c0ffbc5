import type { Line } from '#shared/contract/connection.ts';
import type { RelayUser } from './messages.ts';

/**
 * Adds the sign-in token to a relay line, if the line goes to the server of the sign-in and has no configured token.
 * The origins must match, so the token never goes to another server or over an unencrypted line to an https server.
 */
export function withSignInToken(line: Line, user: RelayUser | null): Line {
  if (line.kind !== 'relay' || user === null || (line.relayToken ?? '') !== '') return line;
  if (!URL.canParse(line.relayUrl)) return line;
  const origin = new URL(line.relayUrl.replace(/^ws/, 'http')).origin;
  return origin === user.server ? { ...line, relayToken: user.token } : line;
}
