import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../api/refusal.ts';
import { newToken } from './secrets.ts';

/** The parameters that OWASP recommends for argon2id, which is algorithm 2: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many hashes are computed at once; the rest of the machine belongs to the shows. */
const AT_ONCE = 2;
/** How many may wait; more would wait longer than anybody does. */
const MAX_WAITING = 60;

let running = 0;
const waiting: (() => void)[] = [];
const idling: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw tooMany(2, 'api.busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
    if (running === 0) for (const idle of idling.splice(0)) idle();
  }
}

/** Resolves once nothing is being hashed: machine code that still computes must not meet the end of the process. */
export function passwordsAtRest(): Promise<void> {
  return running === 0 ? Promise.resolve() : new Promise((resolve) => idling.push(resolve));
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

let dummy: Promise<string> | null = null;

/**
 * Makes the hash that is compared where there is no account, of a password that nobody knows; called before the first
 * comparison.
 */
export function prepareDummy(): Promise<string> {
  dummy ??= hashPassword(newToken());
  return dummy;
}

/** Compares a password; null stands for an account that does not exist, takes as long, and is never right. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await prepareDummy());
  const isRight = await inTurn(() => verify(against, password)).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    return false;
  });
  return isRight && stored !== null;
}
