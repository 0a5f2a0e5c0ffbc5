import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_PHONE_NAME } from '#shared/contract/phones.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';
import { digestOfToken, newHolderId, newSecret, TokenHolders } from '../store/tokenHolders.ts';

const FILE = 'phones.json';
/** Maximum number of paired phones. */
export const MOST_PHONES = 10;

const storedPhoneSchema = z.object({
  id: z.string().max(64),
  name: z.string().max(MAX_PHONE_NAME),
  /** SHA-256 of the token, in base64url. The token itself is stored on the phone only. */
  digest: z.string().length(43),
  pairedAt: z.number(),
  usedAt: z.number(),
});
type StoredPhone = z.infer<typeof storedPhoneSchema>;

const storedSchema = z.object({
  open: z.boolean(),
  port: z.number().int().min(1).max(65_535).nullable(),
  phones: z.array(storedPhoneSchema),
  revoked: z.array(z.object({ phone: storedPhoneSchema, at: z.number() })),
});
type Stored = z.infer<typeof storedSchema>;

const phonesShape: StoredShape<Stored> = {
  migrations: [],
  read: (content) => ({ value: storedSchema.parse(content), dropped: 0 }),
};

const empty: Stored = { open: false, port: null, phones: [], revoked: [] };

/** Stores the paired phones with the hashes of their tokens, the port, and whether this machine listens for them. */
export class PhoneStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  /** The paired phones. Errors: `phone.notFound`, `phone.tooMany`. */
  readonly paired: TokenHolders<StoredPhone>;
  readonly #path: string;
  readonly #now: () => number;
  #stored: Stored;

  constructor(dataDir: string, now: () => number) {
    this.#path = join(dataDir, FILE);
    this.#now = now;
    const read = readStored(this.#path, phonesShape, now());
    this.#stored = read.value ?? empty;
    this.fault = read;
    this.paired = new TokenHolders({
      most: MOST_PHONES,
      now,
      errors: { notFound: 'phone.notFound', tooMany: 'phone.tooMany' },
      read: () => ({
        holders: this.#stored.phones,
        revoked: this.#stored.revoked.map(({ phone, at }) => ({ holder: phone, at })),
      }),
      write: ({ holders, revoked }) =>
        this.#write({
          ...this.#stored,
          phones: [...holders],
          revoked: revoked.map(({ holder, at }) => ({ phone: holder, at })),
        }),
    });
  }

  get open(): boolean {
    return this.#stored.open;
  }

  /** The port of the phones' pages; null before the first phone. */
  get port(): number | null {
    return this.#stored.port;
  }

  /**
   * Adds a phone and returns its token.
   *
   * @throws RingsideError `phone.tooMany`, `storage.full`.
   */
  pair(name: string): string {
    const token = newSecret();
    const now = this.#now();
    this.paired.add({ id: newHolderId(), name, digest: digestOfToken(token), pairedAt: now, usedAt: now });
    return token;
  }

  setOpen(open: boolean, port: number | null = this.#stored.port): void {
    if (open === this.#stored.open && port === this.#stored.port) return;
    this.#write({ ...this.#stored, open, port });
  }

  #write(stored: Stored): void {
    writeStored(this.#path, phonesShape, stored);
    this.#stored = stored;
  }
}

/** How long a pairing code is valid (ms). */
export const CODE_MS = 5 * 60_000;
/** After this many wrong codes, the valid one expires as well. */
const MOST_WRONG = 20;

/** The one pairing code that is valid at a time. It is kept as a hash, expires, and works once. */
export class PairingCode {
  readonly #now: () => number;
  #current: { digest: string; until: number; wrong: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether there is a valid code. */
  get isValid(): boolean {
    return this.#current !== null && this.#now() < this.#current.until;
  }

  /** Makes a new code. The last one becomes invalid. */
  make(): { code: string; until: number } {
    const code = newSecret();
    const until = this.#now() + CODE_MS;
    this.#current = { digest: digestOfToken(code), until, wrong: 0 };
    return { code, until };
  }

  withdraw(): void {
    this.#current = null;
  }

  /** Uses up the code. Returns false for a wrong, used or expired code. */
  take(code: string): boolean {
    const current = this.#current;
    if (current === null || !this.isValid) return false;
    if (timingSafeEqual(Buffer.from(digestOfToken(code)), Buffer.from(current.digest))) {
      this.#current = null;
      return true;
    }
    current.wrong += 1;
    if (current.wrong >= MOST_WRONG) this.#current = null;
    return false;
  }
}
