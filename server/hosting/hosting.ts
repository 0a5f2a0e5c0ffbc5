import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Backstage, LiveRoom } from '#backstage/api.ts';
import { eraseBackstage } from '#backstage/dataFolder.ts';
import { syncFolder } from '#backstage/store/storedFile.ts';
import type { Seat } from '#shared/contract/api/status.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { FaultBoundary, type GuardedBackstage, guardBackstage } from './faultBoundary.ts';

export interface HostingOptions {
  dataDir: string;
  /** Opens the backstage of an owner on a folder. */
  open: (dataDir: string, owner: Owner) => Promise<Backstage>;
  /** Called with each fault, and with the folder name of the backstage in which it happened. */
  onFault: (error: unknown, folder?: string) => void;
  /** Called when the backstage of an owner is closed, before it can be opened again. */
  closed?: (owner: Owner) => Promise<void>;
  limits?: Partial<HostingLimits>;
}

export interface HostingLimits {
  /** Maximum number of hosts' backstages that may be open at once. */
  hosts: number;
  /** Maximum number of visitors that may rehearse at once. */
  visitors: number;
  /** Maximum number of visitors of one sender. */
  visitorsOfSender: number;
  /** The time (ms) after which a host's backstage without screens and without a show is closed. */
  hostIdleMs: number;
  /** The time (ms) after which a visitor's backstage without screens is deleted. */
  visitorIdleMs: number;
}

const defaultLimits: HostingLimits = {
  hosts: 50,
  visitors: 10,
  visitorsOfSender: 5,
  hostIdleMs: 10 * 60_000,
  visitorIdleMs: 60_000,
};

/** The owner of a backstage: the owner of the machine, an account, or a visitor without an account. */
export type Owner =
  | { kind: 'own' }
  | { kind: 'host'; key: string }
  /** `sender` is the address or household that the visitor comes from. */
  | { kind: 'visitor'; key: string; sender: string };

/** Keeps a backstage open until `release` is called. */
export interface Lease {
  backstage: Backstage;
  release(): void;
}

/** A backstage that is open or opening, or a show that waits for its backstage to be opened. */
export interface HostedBackstage {
  /** Unique since the start of the server. */
  id: number;
  owner: Owner;
  /** `failed`: the backstage could not be opened; the server retries. */
  state: 'opening' | 'open' | 'waiting' | 'failed';
  /** ms since 1970. */
  since: number;
  backstage: Backstage | null;
}

interface Entry {
  id: number;
  openedAt: number;
  owner: Owner;
  opened: Promise<GuardedBackstage>;
  /** Null while the backstage opens. */
  backstage: GuardedBackstage | null;
  leases: number;
  idleTimer: NodeJS.Timeout | null;
}

interface Faults {
  /** The number of faults in a row. */
  count: number;
  at: number;
}

/** The name of the file that marks a running show. The next start resumes the show. */
export const ON_AIR = 'on-air';
/** The number of shows that are resumed at the same time. */
const RESUMED_AT_ONCE = 4;
/** The back-off (ms) before a backstage is opened again, by the number of failures in a row. */
const REOPEN_AFTER_MS = [0, 1000, 5000, 30_000, 60_000];
/** A fault this long (ms) after the previous one resets the back-off. */
const RESET_BACKOFF_AFTER_MS = 120_000;

/**
 * Opens and closes the backstages of a server for many hosts. Each account has a backstage with its own folder. It
 * opens when a screen of the account connects, and closes some time after the last screen has left and the show has
 * ended. A show goes on without a screen. The backstage of the machine's owner stays open from the first `acquire` on.
 *
 * A fault ends only the backstage in which it happens. A new backstage continues the show from the journal.
 */
export class Hosting {
  readonly #options: HostingOptions;
  readonly #limits: HostingLimits;
  /** Backstages that are open or opening, by folder name. */
  readonly #entries = new Map<string, Entry>();
  /** Backstages that are closing. `acquire` waits for them, because a folder can have one backstage only. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #faults = new Map<string, Faults>();
  /** Shows that wait for their backstage to be opened. */
  readonly #waiting = new Map<string, Omit<HostedBackstage, 'backstage'>>();
  #lastId = 0;
  #closed = false;

  constructor(options: HostingOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    rmSync(join(options.dataDir, 'visitors'), { recursive: true, force: true });
  }

  /**
   * Reopens the shows of some accounts, by default of those whose show was running when the server last stopped. Retries
   * later if one cannot be opened. A show that is open goes on.
   */
  async resume(keys: readonly string[] = this.#marked()): Promise<void> {
    const waiting = keys.filter((key) => !this.hasOpen(key));
    for (const key of waiting) this.#markOnAir(this.#folderOf({ kind: 'host', key }), true);
    for (const key of waiting) this.#setWaiting({ kind: 'host', key }, 0);
    const resumeNext = async () => {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
        await this.#reopen({ kind: 'host', key }, 0);
        // Opening blocks the event loop: let the server answer calls first.
        await yieldToEventLoop();
      }
    };
    await Promise.all(Array.from({ length: RESUMED_AT_ONCE }, resumeNext));
  }

  /** The accounts with the mark of a running show. */
  #marked(): string[] {
    return this.hosts.filter((key) => existsSync(join(this.#folderOf({ kind: 'host', key }), ON_AIR)));
  }

  /** The accounts that have a folder. */
  get hosts(): string[] {
    const folder = join(this.#options.dataDir, 'hosts');
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** Ends the connections to the backstages of all accounts. Their shows go on. */
  disconnectHosts(): void {
    for (const { owner, backstage } of this.#entries.values())
      if (owner.kind === 'host') backstage?.disconnect();
  }

  /** Abandons the backstages of all accounts and resumes none of their shows, because another server may have them. */
  abandonHosts(): void {
    for (const entry of [...this.#entries.values()]) if (entry.owner.kind === 'host') this.#abandon(entry);
    for (const key of this.#marked()) this.#markOnAir(this.#folderOf({ kind: 'host', key }), false);
  }

  /** Abandons the backstage of an owner and opens it again. */
  restart(owner: Owner, error: Error): void {
    const entry = this.#entries.get(folderName(owner));
    if (entry !== undefined) this.#restartAfterFault(entry, error);
  }

  /** Whether the backstage of an account is open. */
  hasOpen(key: string): boolean {
    return (this.#entries.get(folderName({ kind: 'host', key }))?.backstage ?? null) !== null;
  }

  /** The keys of the accounts whose shows are counting, and the rooms that are connected. */
  get onAir(): { key: string; room: LiveRoom | null }[] {
    return [...this.#entries.values()].flatMap(({ owner, backstage }) =>
      owner.kind === 'host' && backstage?.busy === true ? { key: owner.key, room: backstage.liveRoom } : [],
    );
  }

  /** Every backstage that is open. */
  get open(): Backstage[] {
    return [...this.#entries.values()].flatMap(({ backstage }) => backstage ?? []);
  }

  /** Every backstage that is open or opening, and every show that waits for its backstage. */
  get backstages(): HostedBackstage[] {
    const opened = [...this.#entries].map(([name, { id, owner, backstage, openedAt }]): HostedBackstage => {
      const failed = backstage === null && this.#waiting.get(name)?.state === 'failed';
      const state = backstage !== null ? 'open' : failed ? 'failed' : 'opening';
      return { id, owner, state, since: openedAt, backstage };
    });
    const waiting = [...this.#waiting].filter(([name]) => !this.#entries.has(name));
    return [...opened, ...waiting.map(([, each]) => ({ ...each, backstage: null }))];
  }

  /** The number of open backstages of each kind, and the limits. */
  get seats(): Seat[] {
    const count = (kind: Owner['kind']) =>
      [...this.#entries.values()].filter(({ owner }) => owner.kind === kind).length;
    return [
      { kind: 'hosts', used: count('host'), limit: this.#limits.hosts },
      { kind: 'visitors', used: count('visitor'), limit: this.#limits.visitors },
    ];
  }

  /** Returns a lease of the owner's backstage, and opens the backstage if needed. Null if the server is full. */
  acquire(owner: Owner): Promise<Lease | null> {
    return this.#acquire(owner, true);
  }

  async #acquire(owner: Owner, limited: boolean): Promise<Lease | null> {
    const name = folderName(owner);
    await this.#closing.get(name);
    if (this.#closed) return null;
    const entry = this.#entries.get(name) ?? this.#open(owner, limited);
    if (entry === null) return null;
    entry.leases += 1;
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    entry.idleTimer = null;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      entry.leases -= 1;
      this.#closeWhenIdle(entry);
    };
    try {
      return { backstage: await entry.opened, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Runs `work` on the folder of every account whose backstage is closed and has no show to resume. */
  async forEachClosed(work: (folder: string) => void): Promise<void> {
    for (const key of this.hosts) {
      const owner = { kind: 'host' as const, key };
      const name = folderName(owner);
      const folder = this.#folderOf(owner);
      const isInUse = this.#closed || this.#entries.has(name) || this.#closing.has(name);
      if (!isInUse && !existsSync(join(folder, ON_AIR))) work(folder);
      // Let the server answer calls first.
      await yieldToEventLoop();
    }
  }

  /** Closes the backstages of deleted accounts and deletes their folders. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const owner = { kind: 'host' as const, key };
      const entry = this.#entries.get(folderName(owner));
      if (entry !== undefined) await this.#close(entry);
      await this.#closing.get(folderName(owner));
      this.#waiting.delete(folderName(owner));
      rmSync(this.#folderOf(owner), { recursive: true, force: true });
    }
  }

  /** Deletes everything in the owner's backstage, because its account was deleted. */
  async eraseOwn(): Promise<void> {
    const owner: Owner = { kind: 'own' };
    const entry = this.#entries.get(folderName(owner));
    let isErased = false;
    const erase = () => {
      eraseBackstage(this.#options.dataDir);
      isErased = true;
    };
    if (entry !== undefined) await this.#close(entry, erase);
    const lease = await this.#acquire(owner, false);
    lease?.release();
    if (!isErased) throw new Error("the owner's data could not be removed");
  }

  /**
   * Closes the backstage of an account whose show continues on another server. `give` is called when everything is
   * stored, with the room that was connected until then. Does nothing if no show is counting.
   */
  async handOver(key: string, give: (room: LiveRoom | null) => Promise<void>): Promise<void> {
    const entry = this.#entries.get(folderName({ kind: 'host', key }));
    if (entry?.backstage?.busy !== true) return;
    const { liveRoom } = entry.backstage;
    await this.#close(entry, async () => {
      await give(liveRoom);
      this.#markOnAir(this.#folderOf(entry.owner), false);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#entries.values()].map((entry) => this.#close(entry)));
    await Promise.all(this.#closing.values());
  }

  #folderOf(owner: Owner): string {
    return join(this.#options.dataDir, folderName(owner));
  }

  #open(owner: Owner, limited: boolean): Entry | null {
    const name = folderName(owner);
    if (limited && this.#isFull(owner)) return null;
    const folder = this.#folderOf(owner);
    if (owner.kind !== 'own') mkdirSync(folder, { recursive: true, mode: 0o700 });
    const boundary: FaultBoundary = new FaultBoundary((error) => this.#restartAfterFault(entry, error));
    const opening = boundary.run(() => this.#options.open(folder, owner));
    const entry: Entry = {
      id: this.#waiting.get(name)?.id ?? this.#nextId(),
      openedAt: Date.now(),
      owner,
      opened: opening.then((backstage) => guardBackstage(backstage, boundary)),
      backstage: null,
      leases: 0,
      idleTimer: null,
    };
    this.#entries.set(name, entry);
    entry.opened.then(
      (backstage) => {
        entry.backstage = backstage;
        this.#waiting.delete(name);
        if (owner.kind !== 'host') return;
        this.#markOnAir(folder, backstage.busy);
        backstage.onBusy((busy) => {
          this.#markOnAir(folder, busy);
          this.#closeWhenIdle(entry);
        });
      },
      () => this.#entries.delete(name),
    );
    return entry;
  }

  #isFull(wanted: Owner): boolean {
    if (wanted.kind === 'own') return false;
    const sameKind = [...this.#entries.values()].filter(({ owner }) => owner.kind === wanted.kind);
    if (wanted.kind === 'host') return sameKind.length >= this.#limits.hosts;
    const { visitors, visitorsOfSender } = this.#limits;
    const ofSender = sameKind.filter(({ owner }) => 'sender' in owner && owner.sender === wanted.sender);
    return sameKind.length >= visitors || ofSender.length >= visitorsOfSender;
  }

  /** Abandons the backstage in which a fault happened, and opens a new one from its journal. */
  #restartAfterFault(entry: Entry, error: unknown): void {
    const name = folderName(entry.owner);
    this.#options.onFault(error, name);
    // Timers of an abandoned backstage may still fail. That has no effect.
    if (this.#entries.get(name) !== entry) return;
    this.#abandon(entry);
    const before = this.#faults.get(name);
    const isFirst = before === undefined || Date.now() - before.at > RESET_BACKOFF_AFTER_MS;
    const count = isFirst ? 1 : before.count + 1;
    this.#faults.set(name, { count, at: Date.now() });
    this.#reopenLater(entry.owner, count - 1);
  }

  #abandon(entry: Entry): void {
    const name = folderName(entry.owner);
    this.#entries.delete(name);
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    const ended = entry.opened
      .then((backstage) => backstage.abandon())
      .catch((failure: unknown) => this.#options.onFault(failure, name))
      .then(() => {
        this.#closing.delete(name);
      });
    this.#closing.set(name, ended);
  }

  /** Opens the backstage of a running show, regardless of the limits. */
  async #reopen(owner: Owner, failures: number): Promise<void> {
    const isNeeded = owner.kind === 'own' || existsSync(join(this.#folderOf(owner), ON_AIR));
    if (this.#closed || owner.kind === 'visitor' || !isNeeded) {
      this.#waiting.delete(folderName(owner));
      return;
    }
    try {
      const lease = await this.#acquire(owner, false);
      lease?.release();
    } catch (error) {
      this.#options.onFault(error, folderName(owner));
      if (isElsewhere(error)) this.#markOnAir(this.#folderOf(owner), false);
      this.#reopenLater(owner, failures + 1);
    }
  }

  #reopenLater(owner: Owner, failures: number): void {
    this.#setWaiting(owner, failures);
    const after = REOPEN_AFTER_MS[Math.min(failures, REOPEN_AFTER_MS.length - 1)];
    setTimeout(() => void this.#reopen(owner, failures), after).unref();
  }

  #setWaiting(owner: Owner, failures: number): void {
    const name = folderName(owner);
    const { id = this.#nextId(), since = Date.now() } = this.#waiting.get(name) ?? {};
    this.#waiting.set(name, { id, owner, state: failures === 0 ? 'waiting' : 'failed', since });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Writes or removes the file that marks a running show. */
  #markOnAir(folder: string, busy: boolean): void {
    try {
      // Flush: a power cut must neither lose the mark nor bring it back.
      if (busy) mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (busy) writeFileSync(join(folder, ON_AIR), '', { flush: true });
      else rmSync(join(folder, ON_AIR), { force: true });
      if (existsSync(folder)) syncFolder(folder);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Closes a backstage after some time without leases and without a show. */
  #closeWhenIdle(entry: Entry): void {
    const isVisitor = entry.owner.kind === 'visitor';
    if (entry.owner.kind === 'own' || this.#entries.get(folderName(entry.owner)) !== entry) return;
    if (entry.leases > 0 || this.#closed || (!isVisitor && entry.backstage?.busy === true)) return;
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    const after = isVisitor ? this.#limits.visitorIdleMs : this.#limits.hostIdleMs;
    entry.idleTimer = setTimeout(() => {
      if (entry.leases === 0) void this.#close(entry);
    }, after).unref();
  }

  /** Closes a backstage. `closed` runs before the folder can be opened again. */
  #close(entry: Entry, closed: () => void | Promise<void> = () => undefined): Promise<void> {
    const name = folderName(entry.owner);
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    this.#entries.delete(name);
    const closing = entry.opened
      .then((backstage) => backstage.close())
      .then(closed)
      .then(() => this.#options.closed?.(entry.owner))
      .then(() => {
        if (entry.owner.kind === 'visitor') {
          rmSync(this.#folderOf(entry.owner), { recursive: true, force: true });
        }
      })
      .catch((error: unknown) => this.#options.onFault(error, name))
      .then(() => {
        this.#closing.delete(name);
      });
    this.#closing.set(name, closing);
    return closing;
  }
}

/** Whether another server of the cluster has the host. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof RingsideError && error.problem.code === 'cluster.otherServer';

/** The path below the data folder. Empty for the owner of the machine, whose folder is the data folder itself. */
const folderName = (owner: Owner): string =>
  owner.kind === 'own' ? '' : join(owner.kind === 'host' ? 'hosts' : 'visitors', owner.key);
