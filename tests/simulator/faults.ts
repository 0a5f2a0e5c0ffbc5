/** Every fault, with what its number means and what it is when none is given. */
export const faultDefaults = {
  /** share of messages that arrive twice */
  duplicate: 0.1,
  /** share of messages that later ones overtake */
  reorder: 0.15,
  /** share of closing messages that never come */
  'drop-close': 0.5,
  /** messages between two disconnects, on average */
  cut: 150,
  /** seconds for which nothing comes although the connection stands */
  silence: 75,
  /** share of frames and messages that break off */
  truncated: 0.03,
  /** share of frames before which nonsense comes */
  garbage: 0.05,
  /** refusals before the platform gives in; 0 for never */
  blocked: 0,
  /** sockets refused with handshake-status 417 before the platform gives in; 0 for never */
  'way-refused': 0,
  /** the same, of calls refused for being too many */
  'rate-limited': 0,
  /** calls that find nobody live before the stream begins; 0 for never */
  'not-live': 0,
  /** calls that find no such user; 0 for never */
  'unknown-user': 0,
  /** the same, only of sockets that are neither signed nor the page's own; 0 for always */
  'direct-refused': 0,
  /** room pages that show something else instead of the room before they show it; 0 for always */
  'page-sign-in': 0,
  'page-age-gate': 0,
  'page-captcha': 0,
  'page-region': 0,
  'page-unknown-user': 0,
  'page-not-live': 0,
  'page-ended': 0,
  /** room pages that open no socket; 0 for always */
  'page-no-socket': 0,
  /** seconds after which the host ends the stream; 0 for when the script has come to its end */
  ended: 0,
} as const;

export type FaultName = keyof typeof faultDefaults;

/** The faults of a run, each with its number. */
export type Faults = Partial<Record<FaultName, number>>;

export const faultNames: readonly string[] = Object.keys(faultDefaults);

/** A fault that does not exist, or a number that it cannot have; the message says which. */
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

/** Reads `duplicate,cut=40,blocked=2`; throws a FaultError for anything else. */
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
