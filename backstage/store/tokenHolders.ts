import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';

/** How long a revoked token can be restored (ms). */
const KEPT_MS = 24 * 3_600_000;
/** `usedAt` is written at most this often (ms). */
const NOTE_EVERY_MS = 60_000;

/** Who has a token: a phone or a program. The token itself is not stored. */
export interface Holder {
  id: string;
  /** `digestOfToken`. */
  digest: string;
  usedAt: number | null;
}

export interface StoredHolders<H extends Holder> {
  holders: readonly H[];
  revoked: readonly { holder: H; at: number }[];
}

interface TokenHoldersOptions<H extends Holder> {
  /** Maximum number of holders. */
  most: number;
  now: () => number;
  errors: { notFound: ErrorCode; tooMany: ErrorCode };
  read(): StoredHolders<H>;
  /** @throws RingsideError `storage.full`. */
  write(holders: StoredHolders<H>): void;
}

/** The holders of tokens in a stored file, and those of the last day that were revoked. */
export class TokenHolders<H extends Holder> {
  readonly #options: TokenHoldersOptions<H>;

  constructor(options: TokenHoldersOptions<H>) {
    this.#options = options;
  }

  list(): readonly H[] {
    return this.#options.read().holders;
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Finds the holder of a token. Compares in constant time, so that the time reveals nothing of a token. */
  byToken(token: string): H | null {
    const wanted = Buffer.from(digestOfToken(token));
    let found: H | null = null;
    for (const holder of this.list()) if (timingSafeEqual(Buffer.from(holder.digest), wanted)) found = holder;
    return found;
  }

  /** @throws RingsideError `tooMany` of the options. */
  refuseTooMany(): void {
    const { most, errors } = this.#options;
    if (this.list().length >= most) throw new RingsideError(errors.tooMany, { limit: most });
  }

  /** @throws RingsideError `tooMany` of the options, `storage.full`. */
  add(holder: H): void {
    this.refuseTooMany();
    const { holders, revoked } = this.#options.read();
    this.#options.write({ holders: [...holders, holder], revoked });
  }

  /** @throws RingsideError `notFound` of the options, `storage.full`. */
  revoke(id: string): void {
    const { most, now, errors, read, write } = this.#options;
    const { holders, revoked } = read();
    const holder = this.#find(id);
    if (holder === undefined) throw new RingsideError(errors.notFound);
    const at = now();
    write({
      holders: holders.filter((each) => each !== holder),
      revoked: [...revoked.filter((each) => each.at > at - KEPT_MS).slice(1 - most), { holder, at }],
    });
  }

  /** @throws RingsideError `notFound` of the options when it is not kept any more, `tooMany`, `storage.full`. */
  restore(id: string): void {
    const { now, errors, read, write } = this.#options;
    const { holders, revoked } = read();
    const kept = revoked.find(({ holder }) => holder.id === id);
    if (kept === undefined || kept.at <= now() - KEPT_MS) throw new RingsideError(errors.notFound);
    this.refuseTooMany();
    write({ holders: [...holders, kept.holder], revoked: revoked.filter((each) => each !== kept) });
  }

  /** Notes that a token is used now. Returns whether the time was stored. */
  noteUse(id: string): boolean {
    const { now, read, write } = this.#options;
    const usedAt = now();
    const holder = this.#find(id);
    if (holder === undefined || Math.abs(usedAt - (holder.usedAt ?? 0)) < NOTE_EVERY_MS) return false;
    const { holders, revoked } = read();
    write({ holders: holders.map((each) => (each === holder ? { ...each, usedAt } : each)), revoked });
    return true;
  }

  #find(id: string): H | undefined {
    return this.list().find((each) => each.id === id);
  }
}

/** 256 random bits as 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newHolderId(): string {
  return randomBytes(6).toString('hex');
}

/** Returns the SHA-256 of a token in base64url. */
export function digestOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
