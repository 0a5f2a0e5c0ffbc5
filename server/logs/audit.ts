import type { LogKind } from '#shared/contract/api/log.ts';
import type { Db } from '../database/open.ts';
import { logs } from '../database/schema.ts';

export interface AuditEntry {
  kind: LogKind;
  at: Date;
  userId: number | null;
  email: string;
  action: string;
  target: string;
  ip: string;
  userAgent: string;
  success: boolean;
  code: number;
  durationMs: number;
}

const WRITE_AFTER_MS = 200;
const MAX_ROWS = 200;
const MAX_PENDING = 5000;

/**
 * The audit log of sign-ins and operations. Collects entries and writes them in batches, so that no call waits. A
 * reader of the log flushes the pending entries first.
 */
export class Audit {
  readonly #db: () => Promise<Db>;
  readonly #onFault: (error: unknown) => void;
  #pending: AuditEntry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: () => Promise<Db>, onFault: (error: unknown) => void) {
    this.#db = db;
    this.#onFault = onFault;
  }

  add(entry: AuditEntry): void {
    if (this.#pending.length >= MAX_PENDING) this.#pending.shift();
    this.#pending.push(entry);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes the pending entries. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const rows = this.#pending.splice(0, MAX_ROWS);
      try {
        const db = await this.#db();
        await db
          .insert(logs)
          .values(rows)
          .catch(async () => {
            // An account may have been deleted meanwhile: keep its entries without the account.
            await db.insert(logs).values(rows.map((row) => ({ ...row, userId: null })));
          });
      } catch (error) {
        this.#onFault(error);
      }
    }
  }
}
