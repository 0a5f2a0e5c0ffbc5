/** The faults with their default numbers. Each comment gives the meaning of the number. */
const faultDefaults = {
  /** share of messages that are sent twice */
  duplicate: 0.1,
  /** share of messages that are sent after later ones */
  reorder: 0.15,
  /** share of closing messages that are dropped */
  'drop-close': 0.5,
  /** messages between two disconnects, on average */
  cut: 150,
  /** seconds for which an open connection sends nothing */
  silence: 75,
  /** share of frames and messages that are truncated */
  truncated: 0.03,
  /** share of frames that follow an invalid frame */
  garbage: 0.05,
  /** sockets refused as a blocked device before the platform accepts one; 0 refuses each call of the room */
  blocked: 0,
  /** look-ups of the room refused before the platform answers one; 0 refuses all */
  'look-up-blocked': 0,
  /** sockets refused with handshake-status 417 before the platform accepts one; 0 refuses all */
  'way-refused': 0,
  /** calls refused with status 429 before the platform accepts one; 0 refuses all */
  'rate-limited': 0,
  /** calls answered as “not live” before the stream begins; 0 for all calls */
  'not-live': 0,
  /** calls answered as “no such user” before the user exists; 0 for all calls */
  'unknown-user': 0,
  /** as `way-refused`, but only for sockets that are neither signed nor opened by the room's page */
  'direct-refused': 0,
  /** for each `page-` fault: loads of the room's page that show this notice before one shows the room; 0 for all */
  'page-sign-in': 0,
  'page-age-gate': 0,
  'page-captcha': 0,
  'page-region': 0,
  'page-unknown-user': 0,
  'page-not-live': 0,
  'page-ended': 0,
  /** loads of the room's page that open no socket; 0 for all */
  'page-no-socket': 0,
  /** seconds until a load of the room's page opens its socket */
  'page-late': 2,
  /** frames after which a load of the room's page changes to another room by itself */
  'page-wander': 8,
  /** frames after which the room's page replaces its socket; it opens the new one before it closes the old one */
  'page-reconnect': 5,
  /** frames after which a load of the room's page crashes */
  'page-crash': 8,
  /** seconds until the host ends the stream; 0 for the end of the script */
  ended: 0,
} as const;

export type FaultName = keyof typeof faultDefaults;

/** The faults of a run with their numbers. */
export type Faults = Partial<Record<FaultName, number>>;

const faultNames: readonly string[] = Object.keys(faultDefaults);

/** An unknown fault, or a number out of its range. The message names the fault. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

const shares: ReadonlySet<FaultName> = new Set([
  'duplicate',
  'reorder',
  'drop-close',
  'truncated',
  'garbage',
]);

/** Parses a list such as `duplicate,cut=40,blocked=2`. Throws a FaultError if it is invalid. */
export function parseFaults(list: string): Faults {
  const faults: Faults = {};
  for (const part of list.split(',')) {
    if (part.trim() === '') continue;
    const [name = '', value] = part.trim().split('=', 2);
    if (!isFaultName(name)) {
      throw new FaultError(`There is no fault "${name}". There are: ${faultNames.join(', ')}.`);
    }
    const number = value === undefined ? faultDefaults[name] : Number(value);
    const most = shares.has(name) ? 1 : 1_000_000;
    if (value === '' || !(number >= 0 && number <= most)) {
      throw new FaultError(`The fault "${name}" takes a number from 0 to ${most}, not "${value}".`);
    }
    faults[name] = number;
  }
  return faults;
}

function isFaultName(name: string): name is FaultName {
  return faultNames.includes(name);
}
