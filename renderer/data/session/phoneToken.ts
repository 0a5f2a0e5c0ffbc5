import { PAIR_PATH, pairAnswerSchema, phoneSecretSchema } from '#shared/contract/phones.ts';
import { deviceName } from '../platform/host.ts';

const KEY = 'ringside.phone';

/** Reads the token of this phone; null before it is paired. */
export function readPhoneToken(storage: Pick<Storage, 'getItem'>): string | null {
  try {
    const token = phoneSecretSchema.safeParse(storage.getItem(KEY));
    return token.success ? token.data : null;
  } catch {
    return null;
  }
}

export function storePhoneToken(storage: Pick<Storage, 'setItem'>, token: string): void {
  try {
    storage.setItem(KEY, token);
  } catch {
    // Without storage, this phone is paired until the page is closed.
  }
}

/** Reads a pairing code from the part of the address after `#`; null if there is none. */
export function codeInHash(hash: string): string | null {
  const code = phoneSecretSchema.safeParse(hash.replace(/^#/, ''));
  return code.success ? code.data : null;
}

/** Why a phone could not be paired. `code`: the code was used or has expired. `wait`: too many attempts. */
export type PairFailure = 'code' | 'wait' | 'unreachable';

/** Exchanges a pairing code for a token. */
export async function pairPhone(
  code: string,
  { fetch, userAgent }: { fetch: typeof globalThis.fetch; userAgent: string },
): Promise<{ token: string } | { failure: PairFailure }> {
  try {
    const answer = await fetch(PAIR_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: deviceName(userAgent) }),
    });
    if (answer.status === 429) return { failure: 'wait' };
    if (answer.status >= 500) return { failure: 'unreachable' };
    if (!answer.ok) return { failure: 'code' };
    return pairAnswerSchema.parse(await answer.json());
  } catch {
    return { failure: 'unreachable' };
  }
}
