import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../api/refusal.ts';
import { newToken } from './secrets.ts';

/** The parameters that OWASP recommends for argon2id, which is algorithm 2: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many hashes are computed at once; the rest of the machine belongs to the shows. */
const AT_ONCE = 2;
/** How many may wait in each queue; more would wait longer than anybody does. */
const MAX_WAITING = 60;

/** Whose hash it is: a known device or a signed-in account goes before strangers, in a queue of its own. */
export type HashFor = 'known' | 'stranger';

let running = 0;
let computed = 0;
const waiting: Record<HashFor, (() => void)[]> = { known: [], stranger: [] };
const idling: (() => void)[] = [];

async function inTurn<T>(whose: HashFor, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const queue = waiting[whose];
    if (queue.length >= MAX_WAITING) throw tooMany(2, BUSY);
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running += 1;
  }
  try {
    computed += 1;
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next === undefined) running -= 1;
    else next();
    if (running === 0) for (const idle of idling.splice(0)) idle();
  }
}

/** The key of the refusal of a full queue; nothing was compared then. */
export const BUSY = 'api.busy';

/** How many hashes have been computed, and how many wait for their turn. */
export const hashWork = () => ({ computed, waiting: waiting.known.length + waiting.stranger.length });

/** Resolves once nothing is being hashed: machine code that still computes must not meet the end of the process. */
export function passwordsAtRest(): Promise<void> {
  return running === 0 ? Promise.resolve() : new Promise((resolve) => idling.push(resolve));
}

/** The same password from every keyboard: input methods write some characters in several forms. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Hashes a password. Throws a Refusal with the key BUSY when the queue is full. */
export const hashPassword = (password: string, whose: HashFor = 'stranger'): Promise<string> =>
  inTurn(whose, () => hash(normalise(password), OPTIONS));

let dummy: Promise<string> | null = null;

/** Makes the hash that is compared where there is no account; call it before the first comparison. */
export function prepareDummy(): Promise<string> {
  dummy ??= hashPassword(newToken(), 'known');
  return dummy;
}

/**
 * Compares a password. Null stands for an account that does not exist: the same work is done, and the answer is
 * false. Throws a Refusal with the key BUSY when the queue is full.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  whose: HashFor = 'stranger',
): Promise<boolean> {
  const against = stored ?? (await prepareDummy());
  const isRight = await inTurn(whose, () => verify(against, normalise(password))).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    return false;
  });
  return isRight && stored !== null;
}
