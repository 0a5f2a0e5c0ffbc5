/** The path of the WebSocket that connects screens to backstages. */
export const SCREEN_SOCKET_PATH = '/backstage';

const TOKEN_PROTOCOL = /^ringside\.token\.(.{0,100})$/;

/**
 * Reads the token from a handshake's `Sec-WebSocket-Protocol`: browsers cannot set other headers of a WebSocket. Returns
 * null if there is none.
 */
export function tokenInProtocols(offered = ''): string | null {
  for (const name of offered.split(',')) {
    const token = TOKEN_PROTOCOL.exec(name.trim())?.[1];
    if (token !== undefined) return token;
  }
  return null;
}

/** The codes with which the server closes a screen's socket. */
export const closeCodes = {
  /** The sign-in has ended. Sign in again. */
  signedOut: 4401,
  /** The server has reached its limit of screens. */
  full: 4429,
  /** The account or visitor has reached its limit of screens. */
  tooManyScreens: 4430,
  /** The accounts' database is unreachable. Try again. */
  unavailable: 4503,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
