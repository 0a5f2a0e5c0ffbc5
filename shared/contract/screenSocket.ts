/** The path of the WebSocket that connects screens to backstages. */
export const SCREEN_SOCKET_PATH = '/backstage';

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
