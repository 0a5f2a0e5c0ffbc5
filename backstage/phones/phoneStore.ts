import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { MAX_PHONE_NAME } from '#shared/contract/phones.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';

const FILE = 'phones.json';
/** Maximum number of paired phones. */
export const MOST_PHONES = 10;
/** How long a revoked phone can be restored (ms). */
const KEPT_MS = 24 * 3_600_000;
/** `usedAt` is written at most this often (ms). */
const NOTE_EVERY_MS = 60_000;

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
  readonly #path: string;
  readonly #now: () => number;
  #stored: Stored;

  constructor(dataDir: string, now: () => number) {
    this.#path = join(dataDir, FILE);
    this.#now = now;
    const read = readStored(this.#path, phonesShape, now());
    this.#stored = read.value ?? empty;
    this.fault = read;
  }

  list(): readonly StoredPhone[] {
    return this.#stored.phones;
  }

  get open(): boolean {
    return this.#stored.open;
  }

  /** The port of the phones' pages; null before the first phone. */
  get port(): number | null {
    return this.#stored.port;
  }

  get isFull(): boolean {
    return this.#stored.phones.length >= MOST_PHONES;
  }

  /** Finds the phone of a token. Compares in constant time, so that the time reveals nothing of a token. */
  byToken(token: string): StoredPhone | null {
    const wanted = hash(token);
    let found: StoredPhone | null = null;
    for (const phone of this.#stored.phones) {
      if (timingSafeEqual(Buffer.from(phone.digest, 'base64url'), wanted)) found = phone;
    }
    return found;
  }

  /**
   * Adds a phone and returns its token.
   *
   * @throws RingsideError `phone.tooMany`, `storage.full`.
   */
  add(name: string): string {
    this.#refuseTooMany();
    const token = newSecret();
    const now = this.#now();
    const id = randomBytes(6).toString('hex');
    const digest = hash(token).toString('base64url');
    const phone = { id, name, digest, pairedAt: now, usedAt: now };
    this.#write({ ...this.#stored, phones: [...this.#stored.phones, phone] });
    return token;
  }

  /** @throws RingsideError `phone.notFound`, `storage.full`. */
  revoke(id: string): void {
    const phone = this.#stored.phones.find((each) => each.id === id);
    if (phone === undefined) throw new RingsideError('phone.notFound');
    const now = this.#now();
    const revoked = this.#stored.revoked.filter(({ at }) => at > now - KEPT_MS).slice(1 - MOST_PHONES);
    this.#write({
      ...this.#stored,
      phones: this.#stored.phones.filter((each) => each !== phone),
      revoked: [...revoked, { phone, at: now }],
    });
  }

  /** @throws RingsideError `phone.notFound` when it is not kept any more, `phone.tooMany`, `storage.full`. */
  restore(id: string): void {
    const kept = this.#stored.revoked.find(({ phone }) => phone.id === id);
    if (kept === undefined || kept.at <= this.#now() - KEPT_MS) throw new RingsideError('phone.notFound');
    this.#refuseTooMany();
    this.#write({
      ...this.#stored,
      phones: [...this.#stored.phones, kept.phone],
      revoked: this.#stored.revoked.filter((each) => each !== kept),
    });
  }

  /** Notes that a phone is connected now. Returns whether the time was stored. */
  noteUse(id: string): boolean {
    const now = this.#now();
    const phone = this.#stored.phones.find((each) => each.id === id);
    if (phone === undefined || Math.abs(now - phone.usedAt) < NOTE_EVERY_MS) return false;
    const phones = this.#stored.phones.map((each) => (each === phone ? { ...each, usedAt: now } : each));
    this.#write({ ...this.#stored, phones });
    return true;
  }

  setOpen(open: boolean, port: number | null = this.#stored.port): void {
    if (open === this.#stored.open && port === this.#stored.port) return;
    this.#write({ ...this.#stored, open, port });
  }

  #refuseTooMany(): void {
    if (this.isFull) throw new RingsideError('phone.tooMany', { limit: MOST_PHONES });
  }

  #write(stored: Stored): void {
    writeStored(this.#path, phonesShape, stored);
    this.#stored = stored;
  }
}

/** 256 random bits as 43 characters. */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** How long a pairing code is valid (ms). */
export const CODE_MS = 5 * 60_000;
/** After this many wrong codes, the valid one expires as well. */
const MOST_WRONG = 20;

/** The one pairing code that is valid at a time. It is kept as a hash, expires, and works once. */
export class PairingCode {
  readonly #now: () => number;
  #current: { digest: Buffer; until: number; wrong: number } | null = null;

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
    this.#current = { digest: hash(code), until, wrong: 0 };
    return { code, until };
  }

  withdraw(): void {
    this.#current = null;
  }

  /** Uses up the code. Returns false for a wrong, used or expired code. */
  take(code: string): boolean {
    const current = this.#current;
    if (current === null || !this.isValid) return false;
    if (timingSafeEqual(hash(code), current.digest)) {
      this.#current = null;
      return true;
    }
    current.wrong += 1;
    if (current.wrong >= MOST_WRONG) this.#current = null;
    return false;
  }
}
