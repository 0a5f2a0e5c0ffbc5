/** The path at which a server serves backstages to screens over WebSockets. */
export const SCREEN_SOCKET_PATH = '/backstage';

/** The codes with which the server closes a screen's socket. */
export const closeCodes = {
  /** The sign-in has ended: sign in again. */
  signedOut: 4401,
  /** The server is at its limit of screens. */
  full: 4429,
  /** The account or visitor is at its limit of screens. */
  tooManyScreens: 4430,
  /** The accounts' database is unreachable; try again. */
  unavailable: 4503,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
