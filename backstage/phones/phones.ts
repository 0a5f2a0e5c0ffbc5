import { closeCodes } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type Invitation, PHONE_PAGE, type Phones } from '#shared/contract/phones.ts';
import type { Backstage } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { StoredFault } from '../store/storedFile.ts';
import { localAddresses } from './localNetwork.ts';
import { type PhoneServer, type PhoneServerOptions, servePhones } from './phoneServer.ts';
import { CODE_MS, PairingCode, PhoneStore } from './phoneStore.ts';

/** Options of the phones' server. Only a Ringside that belongs to the owner of the machine has them. */
export interface PhoneForm {
  /** The folder of the built web app. */
  pagesDir: string;
  /** The first port to try; 0 lets the system choose. */
  firstPort?: number;
  /** The addresses of this machine on its networks, the most likely one first. */
  addresses?: () => Promise<string[]>;
}

interface PhonesOptions {
  dataDir: string;
  build: string;
  clock: Clock;
  /** Null where phones are not available. */
  form: PhoneForm | null;
  connect: Backstage['connect'];
  changed(): void;
  /** Called when the paired phones cannot be served after a start. */
  failed(error: unknown): void;
  /** Called when phones can connect. */
  opened(): void;
  log(message: string, error?: unknown): void;
}

/** The default port of a new installation. */
const FIRST_PORT = 17_850;
/** The previous process may still hold the port: try again this often, at this interval (ms). */
const TRIES = 12;
const BETWEEN_MS = 250;

/**
 * Pairs phones and serves them. The machine listens on the local network only after `invite`, and until no phone is
 * left.
 */
export class PhoneRemotes {
  readonly #options: PhonesOptions;
  readonly #store: PhoneStore;
  readonly #code: PairingCode;
  readonly #connected = new Map<string, number>();
  #server: PhoneServer | null = null;
  /** The last queued operation: opening and closing the server are serialised. */
  #turn: Promise<unknown> = Promise.resolve();
  #cancelExpiry = () => {};
  /** Whether revoking the last phone stopped the server. Restoring that phone then starts it again. */
  #endedByRevoking = false;
  #closed = false;

  constructor(options: PhonesOptions) {
    this.#options = options;
    const now = () => options.clock.now();
    this.#store = new PhoneStore(options.dataDir, now);
    this.#code = new PairingCode(now);
  }

  get fault(): StoredFault {
    return this.#store.fault;
  }

  get state(): Phones {
    return {
      available: this.#options.form !== null,
      open: this.#store.open,
      phones: this.#store.paired.list().map(({ id, name, pairedAt, usedAt }) => ({
        id,
        name,
        pairedAt,
        usedAt,
        connected: this.#connected.has(id),
      })),
    };
  }

  /** Serves the paired phones again after a start, if the host has not turned that off. */
  resume(): void {
    if (this.#options.form === null || !this.#store.open) return;
    if (this.#store.paired.list().length === 0) {
      this.#store.setOpen(false);
      return;
    }
    void this.#open().catch((error: unknown) => this.#options.failed(error));
  }

  /** @throws RingsideError `phone.unavailable`, `phone.tooMany`, `phone.noNetwork`, `phone.portTaken`. */
  async invite(): Promise<Invitation> {
    const { form, clock } = this.#options;
    if (form === null) throw new RingsideError('phone.unavailable');
    this.#store.paired.refuseTooMany();
    const addresses = await (form.addresses ?? localAddresses)();
    if (addresses.length === 0) throw new RingsideError('phone.noNetwork');
    const { port } = await this.#open();
    const { code, until } = this.#code.make();
    this.#cancelExpiry();
    this.#cancelExpiry = clock.after(CODE_MS, () => this.#closeIfUnused());
    this.#options.changed();
    return { links: addresses.map((address) => `http://${address}:${port}${PHONE_PAGE}#${code}`), until };
  }

  withdraw(): void {
    this.#code.withdraw();
    this.#closeIfUnused();
  }

  /** @throws RingsideError `phone.notFound`. */
  revoke(id: string): void {
    const wasOpen = this.#store.open;
    this.#store.paired.revoke(id);
    this.#server?.disconnect(id);
    this.#closeIfUnused();
    this.#endedByRevoking = wasOpen && !this.#store.open;
    this.#options.changed();
  }

  /** @throws RingsideError `phone.notFound`, `phone.tooMany`. */
  async restore(id: string): Promise<void> {
    this.#store.paired.restore(id);
    if (this.#endedByRevoking) await this.#open();
    this.#endedByRevoking = false;
    this.#options.changed();
  }

  /** @throws RingsideError `phone.unavailable`, `phone.portTaken`. */
  async setOpen(open: boolean): Promise<void> {
    if (this.#options.form === null) throw new RingsideError('phone.unavailable');
    if (open && this.#store.paired.list().length > 0) await this.#open();
    else {
      this.#code.withdraw();
      this.#store.setOpen(false);
      void this.#stop();
    }
    this.#options.changed();
  }

  /** Stops serving. The next start serves the paired phones again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelExpiry();
    await this.#stop();
  }

  /** Stops the server if there are no paired phones and no valid code: nobody could use it. */
  #closeIfUnused(): void {
    if (this.#store.paired.list().length > 0 || this.#code.isValid) return;
    this.#cancelExpiry();
    this.#store.setOpen(false);
    void this.#stop(closeCodes.signedOut);
  }

  #pair(code: string, name: string): string | null {
    if (!this.#code.take(code)) return null;
    const token = this.#store.pair(name);
    // Cancel only after the phone is stored: otherwise the expiry of the code must still stop the server.
    this.#cancelExpiry();
    this.#options.changed();
    return token;
  }

  #joined(id: string): () => void {
    this.#connected.set(id, (this.#connected.get(id) ?? 0) + 1);
    this.#noteUse(id);
    return () => {
      const rest = (this.#connected.get(id) ?? 1) - 1;
      if (rest > 0) this.#connected.set(id, rest);
      else this.#connected.delete(id);
      this.#noteUse(id);
    };
  }

  #noteUse(id: string): void {
    if (this.#closed) return;
    try {
      this.#store.paired.noteUse(id);
    } catch (error) {
      this.#options.log('the use of a phone cannot be stored', error);
    }
    this.#options.changed();
  }

  #open(): Promise<PhoneServer> {
    return this.#inTurn(async () => {
      if (this.#server !== null) return this.#server;
      const server = await this.#listen();
      if (this.#closed) {
        await server.close();
        throw new RingsideError('connection.lost');
      }
      this.#server = server;
      this.#options.opened();
      this.#store.setOpen(true, server.port);
      return server;
    });
  }

  /** Listens on the stored port, because a phone keeps its token for one address. A new port is for new phones only. */
  async #listen(): Promise<PhoneServer> {
    const { form, build, connect, log } = this.#options;
    if (form === null) throw new RingsideError('phone.unavailable');
    const options: PhoneServerOptions = {
      build,
      connect,
      log,
      pagesDir: form.pagesDir,
      pair: (code, name) => this.#pair(code, name),
      find: (token) => this.#store.paired.byToken(token),
      joined: (id) => this.#joined(id),
    };
    const stored = this.#store.port;
    if (stored === null || this.#store.paired.list().length === 0) {
      const first = stored ?? form.firstPort ?? FIRST_PORT;
      return servePhones(first, options).catch(() => servePhones(0, options));
    }
    for (let tries = 1; ; tries += 1) {
      try {
        return await servePhones(stored, options);
      } catch (error) {
        if (tries === TRIES || this.#closed) {
          log(`phones cannot be served at port ${stored}`, error);
          throw new RingsideError('phone.portTaken', { port: String(stored) });
        }
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      }
    }
  }

  #stop(code?: number): Promise<void> {
    return this.#inTurn(async () => {
      const server = this.#server;
      this.#server = null;
      await server?.close(code);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
