/** The path at which a server serves backstages to screens over WebSockets. */
export const SCREEN_SOCKET_PATH = '/backstage';

/** Why the server turns a screen away: the code with which it closes the socket. */
export const closeCodes = {
  /** The sign-in has ended: sign in again. */
  signedOut: 4401,
  /** The server has no room for another one just now. */
  full: 4429,
  /** This account or visitor has as many screens open as it may. */
  tooManyScreens: 4430,
  /** Accounts cannot be reached just now: try again. */
  unavailable: 4503,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
