import { hash, verify } from '@node-rs/argon2';
import { invalidField, tooMany } from '../api/errors.ts';
import { newToken } from './secrets.ts';

/** OWASP's parameters for argon2id (algorithm 2): 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum number of hashes that are computed at once. Shows need the other cores. */
const AT_ONCE = 2;
/** Maximum number of hashes that wait in each queue. */
const MAX_WAITING = 60;

/** The queue of a hash. Known devices and signed-in accounts (`known`) go before strangers. */
export type HashFor = 'known' | 'stranger';

let running = 0;
let computed = 0;
const waiting: Record<HashFor, (() => void)[]> = { known: [], stranger: [] };
const idleListeners: (() => void)[] = [];

async function enqueue<T>(whose: HashFor, work: () => Promise<T>): Promise<T> {
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
    if (running === 0) for (const idle of idleListeners.splice(0)) idle();
  }
}

/** The Refusal's key if a queue is full. No password was compared. */
const BUSY = 'api.busy';

/** The number of computed and of waiting hashes, for metrics. */
export const hashWork = () => ({ computed, waiting: waiting.known.length + waiting.stranger.length });

/** Resolves when no hash is being computed: the process must not exit during native code. */
export function hashingDone(): Promise<void> {
  return running === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve));
}

/** Normalises a password, because input methods encode some characters in several ways. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Hashes a password. Throws a Refusal with the key BUSY if the queue is full. */
export const hashPassword = (password: string, whose: HashFor = 'stranger'): Promise<string> =>
  enqueue(whose, () => hash(normalise(password), OPTIONS));

let dummy: Promise<string> | null = null;

/** Computes the hash that is compared if an account does not exist. Call it before the first comparison. */
export function prepareDummyHash(): Promise<string> {
  dummy ??= hashPassword(newToken(), 'known');
  return dummy;
}

/**
 * Compares a password. For `null`, an account that does not exist, it does the same work and returns false. Throws a
 * Refusal with the key BUSY if the queue is full.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  whose: HashFor = 'stranger',
): Promise<boolean> {
  const against = stored ?? (await prepareDummyHash());
  const isRight = await enqueue(whose, () => verify(against, normalise(password))).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    return false;
  });
  return isRight && stored !== null;
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list at its first use: most servers see no sign-up. */
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/**
 * Throws a Refusal if a password is among the 49,000 most common ones of known breaches. Ignores upper and lower case.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const known = await loadCommon();
  if (known.has(password.normalize('NFKC').toLowerCase())) {
    throw invalidField('password', 'api.field.passwordCommon');
  }
}

/** Maximum number of calls of strangers that run at once, and the most that wait. */
const STRANGERS_AT_ONCE = 4;
const STRANGERS_WAITING = 60;
/** Maximum number of calls at once of one account's known devices. Nobody who signs in by hand needs more. */
const KNOWN_OF_ACCOUNT = 4;

/**
 * Queues the calls that sign somebody in or send a code. Strangers wait in one queue before any database query, and
 * are refused when the queue is full. Known devices never wait behind strangers.
 */
export class SigninQueue {
  #strangers = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #known = new Map<number, number>();

  /** Runs `work` when it is a stranger's turn. Throws a Refusal with the key BUSY if too many wait. */
  async asStranger<T>(work: () => Promise<T>): Promise<T> {
    if (this.#strangers < STRANGERS_AT_ONCE) this.#strangers += 1;
    else if (this.#waiting.length >= STRANGERS_WAITING) throw tooMany(2, BUSY);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#strangers -= 1;
      else next();
    }
  }

  /**
   * Runs the `work` of a known device at once. Throws a Refusal with the key BUSY if the account has too many calls
   * under way. The limit is per account, so an attacker's account blocks no other one.
   */
  async asKnown<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#known.get(userId) ?? 0;
    if (before >= KNOWN_OF_ACCOUNT) throw tooMany(2, BUSY);
    this.#known.set(userId, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#known.get(userId) ?? 1) - 1;
      if (left === 0) this.#known.delete(userId);
      else this.#known.set(userId, left);
    }
  }
}
