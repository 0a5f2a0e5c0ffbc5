import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

/** The library itself. In integration tests, imports of its name lead to this module. */
const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = real;

/**
 * Hashes with the least memory and time that argon2 allows: a hash of the product takes 40 ms, a third of the time of
 * the tests of accounts. Rejects a call that asks for less than the product's parameters. Started servers and
 * `tests/unit/server-accounts/passwords.test.ts` use the library itself.
 */
export const hash: typeof real.hash = async (text, options) => {
  const { algorithm, memoryCost = 0, timeCost = 0 } = options ?? {};
  if (algorithm !== 2 || memoryCost < 19_456 || timeCost < 2) throw new Error('The hash is too weak.');
  return real.hash(text, { ...options, memoryCost: 8, timeCost: 1 });
};
