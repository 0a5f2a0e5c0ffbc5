import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Backstage } from '#backstage/api.ts';
import { eraseBackstage } from '#backstage/dataFolder.ts';
import { syncFolder } from '#backstage/store/storedFile.ts';
import { Guard, type GuardedBackstage, guardBackstage } from './guard.ts';

export interface HostingOptions {
  dataDir: string;
  /** Opens the backstage of a place on a folder. */
  open: (dataDir: string, place: Place) => Promise<Backstage>;
  /** Called with each fault, and with the folder name of the backstage in which it happened. */
  onFault: (error: unknown, place?: string) => void;
  limits?: Partial<HostingLimits>;
}

export interface HostingLimits {
  /** The most hosts' backstages that may be open at once. */
  hosts: number;
  /** The most visitors that may rehearse at once. */
  visitors: number;
  /** The most visitors of one sender. */
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
export type Place =
  | { kind: 'own' }
  | { kind: 'host'; key: string }
  /** `sender` is the address or household that the visitor comes from. */
  | { kind: 'visitor'; key: string; sender: string };

export interface Seat {
  backstage: Backstage;
  leave(): void;
}

/** The number of open backstages of one kind, and the limit. */
export interface SeatCount {
  kind: 'hosts' | 'visitors';
  used: number;
  limit: number;
}

/** A backstage that is open or opening, or a show that waits for its backstage to be opened. */
export interface HostedStage {
  /** Unique since the start of the server. */
  id: number;
  place: Place;
  /** `failed`: the backstage could not be opened; the server retries. */
  state: 'opening' | 'open' | 'waiting' | 'failed';
  /** ms since 1970. */
  since: number;
  backstage: Backstage | null;
}

interface Stage {
  id: number;
  openedAt: number;
  place: Place;
  opened: Promise<GuardedBackstage>;
  backstage: GuardedBackstage | null;
  seats: number;
  idle: NodeJS.Timeout | null;
}

interface Faults {
  /** The number of faults in a row. */
  count: number;
  at: number;
}

/** The name of the file that marks a running show. The next start resumes the show. */
const ON_AIR = 'on-air';
/** The number of shows that are resumed at the same time. */
const RESUMED_AT_ONCE = 4;
/** The back-off (ms) before a backstage is opened again, by the number of failures in a row. */
const REOPEN_AFTER_MS = [0, 1000, 5000, 30_000, 60_000];
/** A fault this long (ms) after the previous one resets the back-off. */
const NEW_ROW_AFTER_MS = 120_000;

/**
 * Opens and closes the backstages of a server for many hosts. Each account has a backstage with its own folder. It
 * opens when a screen of the account connects, and closes some time after the last screen has left and the show has
 * ended. A show goes on without a screen. The backstage of the machine's owner stays open from the first `enter` on.
 *
 * A fault ends only the backstage in which it happens. A new backstage continues the show from the journal.
 */
export class Hosting {
  readonly #options: HostingOptions;
  readonly #limits: HostingLimits;
  readonly #stages = new Map<string, Stage>();
  /** Backstages that are closing. `enter` waits for them, because a folder can have one backstage only. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #faults = new Map<string, Faults>();
  /** Shows that wait for their backstage to be opened. */
  readonly #waiting = new Map<string, Omit<HostedStage, 'backstage'>>();
  #lastId = 0;
  #closed = false;

  constructor(options: HostingOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    rmSync(join(options.dataDir, 'visitors'), { recursive: true, force: true });
  }

  /** Opens the shows that ran when the server ended. Retries later if one cannot be opened. */
  async resume(): Promise<void> {
    const folder = join(this.#options.dataDir, 'hosts');
    const keys = existsSync(folder) ? readdirSync(folder) : [];
    const waiting = keys.filter((key) => existsSync(join(folder, key, ON_AIR)));
    for (const key of waiting) this.#noteWaiting({ kind: 'host', key }, 0);
    const resumeNext = async () => {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
        await this.#reopen({ kind: 'host', key }, 0);
        // Opening blocks the event loop: let the server answer calls first.
        await breathe();
      }
    };
    await Promise.all(Array.from({ length: RESUMED_AT_ONCE }, resumeNext));
  }

  /** Every backstage that is open. */
  get open(): Backstage[] {
    return [...this.#stages.values()].flatMap(({ backstage }) => backstage ?? []);
  }

  /** Every backstage that is open or opening, and every show that waits for its backstage. */
  get stages(): HostedStage[] {
    const stages = [...this.#stages].map(([name, { id, place, backstage, openedAt }]): HostedStage => {
      const failed = backstage === null && this.#waiting.get(name)?.state === 'failed';
      const state = backstage !== null ? 'open' : failed ? 'failed' : 'opening';
      return { id, place, state, since: openedAt, backstage };
    });
    const waiting = [...this.#waiting].filter(([name]) => !this.#stages.has(name));
    return [...stages, ...waiting.map(([, each]) => ({ ...each, backstage: null }))];
  }

  /** The number of open backstages of each kind, and the limits. */
  get seats(): SeatCount[] {
    const of = (kind: Stage['place']['kind']) =>
      [...this.#stages.values()].filter(({ place }) => place.kind === kind).length;
    return [
      { kind: 'hosts', used: of('host'), limit: this.#limits.hosts },
      { kind: 'visitors', used: of('visitor'), limit: this.#limits.visitors },
    ];
  }

  /** Takes a seat in a backstage, and opens the backstage if needed. Returns null when the server is full. */
  enter(place: Place): Promise<Seat | null> {
    return this.#enter(place, true);
  }

  async #enter(place: Place, limited: boolean): Promise<Seat | null> {
    const name = folderName(place);
    await this.#closing.get(name);
    if (this.#closed) return null;
    const stage = this.#stages.get(name) ?? this.#openStage(place, limited);
    if (stage === null) return null;
    stage.seats += 1;
    if (stage.idle !== null) clearTimeout(stage.idle);
    stage.idle = null;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      stage.seats -= 1;
      this.#rest(stage);
    };
    try {
      return { backstage: await stage.opened, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Runs `work` on the folder of every account whose backstage is closed and has no show to resume. */
  async eachClosed(work: (folder: string) => void): Promise<void> {
    const hosts = join(this.#options.dataDir, 'hosts');
    for (const key of existsSync(hosts) ? readdirSync(hosts) : []) {
      const place = { kind: 'host' as const, key };
      const name = folderName(place);
      const folder = this.#folderOf(place);
      const isInUse = this.#closed || this.#stages.has(name) || this.#closing.has(name);
      if (!isInUse && !existsSync(join(folder, ON_AIR))) work(folder);
      // Let the server answer calls first.
      await breathe();
    }
  }

  /** Closes the backstages of deleted accounts and deletes their folders. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const place = { kind: 'host' as const, key };
      const stage = this.#stages.get(folderName(place));
      if (stage !== undefined) await this.#close(stage);
      await this.#closing.get(folderName(place));
      rmSync(this.#folderOf(place), { recursive: true, force: true });
    }
  }

  /** Deletes everything in the owner's backstage, because its account was deleted. */
  async eraseOwn(): Promise<void> {
    const place: Place = { kind: 'own' };
    const stage = this.#stages.get(folderName(place));
    let isErased = false;
    const erase = () => {
      eraseBackstage(this.#options.dataDir);
      isErased = true;
    };
    if (stage !== undefined) await this.#close(stage, erase);
    const seat = await this.#enter(place, false);
    seat?.leave();
    if (!isErased) throw new Error("the owner's data could not be removed");
  }

  /** Closes every backstage. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#stages.values()].map((stage) => this.#close(stage)));
    await Promise.all(this.#closing.values());
  }

  #folderOf(place: Place): string {
    return join(this.#options.dataDir, folderName(place));
  }

  #openStage(place: Place, limited: boolean): Stage | null {
    const name = folderName(place);
    if (limited && this.#isFull(place)) return null;
    const folder = this.#folderOf(place);
    if (place.kind !== 'own') mkdirSync(folder, { recursive: true, mode: 0o700 });
    const guard: Guard = new Guard((error) => this.#fault(stage, error));
    const opening = guard.run(() => this.#options.open(folder, place));
    const stage: Stage = {
      id: this.#waiting.get(name)?.id ?? this.#nextId(),
      openedAt: Date.now(),
      place,
      opened: opening.then((backstage) => guardBackstage(backstage, guard)),
      backstage: null,
      seats: 0,
      idle: null,
    };
    this.#stages.set(name, stage);
    stage.opened.then(
      (backstage) => {
        stage.backstage = backstage;
        this.#waiting.delete(name);
        if (place.kind !== 'host') return;
        const note = (busy: boolean) => this.#note(folder, busy);
        note(backstage.busy);
        backstage.onBusy((busy) => {
          note(busy);
          this.#rest(stage);
        });
      },
      () => this.#stages.delete(name),
    );
    return stage;
  }

  #isFull(wanted: Place): boolean {
    if (wanted.kind === 'own') return false;
    const sameKind = [...this.#stages.values()].filter(({ place }) => place.kind === wanted.kind);
    if (wanted.kind === 'host') return sameKind.length >= this.#limits.hosts;
    const { visitors, visitorsOfSender } = this.#limits;
    const ofSender = sameKind.filter(({ place }) => 'sender' in place && place.sender === wanted.sender);
    return sameKind.length >= visitors || ofSender.length >= visitorsOfSender;
  }

  /** Abandons the backstage in which a fault happened, and opens a new one from its journal. */
  #fault(stage: Stage, error: unknown): void {
    const name = folderName(stage.place);
    this.#options.onFault(error, name);
    // Timers of an abandoned backstage may still fail. That has no effect.
    if (this.#stages.get(name) !== stage) return;
    this.#stages.delete(name);
    if (stage.idle !== null) clearTimeout(stage.idle);
    const ended = stage.opened
      .then((backstage) => backstage.abandon())
      .catch((failure: unknown) => this.#options.onFault(failure, name))
      .then(() => {
        this.#closing.delete(name);
      });
    this.#closing.set(name, ended);
    const before = this.#faults.get(name);
    const isNewRow = before === undefined || Date.now() - before.at > NEW_ROW_AFTER_MS;
    const count = isNewRow ? 1 : before.count + 1;
    this.#faults.set(name, { count, at: Date.now() });
    this.#reopenLater(stage.place, count - 1);
  }

  /** Opens the backstage of a running show, regardless of the limits. */
  async #reopen(place: Place, failures: number): Promise<void> {
    const isWanted = place.kind === 'own' || existsSync(join(this.#folderOf(place), ON_AIR));
    if (this.#closed || place.kind === 'visitor' || !isWanted) {
      this.#waiting.delete(folderName(place));
      return;
    }
    try {
      const seat = await this.#enter(place, false);
      seat?.leave();
    } catch (error) {
      this.#options.onFault(error, folderName(place));
      this.#reopenLater(place, failures + 1);
    }
  }

  #reopenLater(place: Place, failures: number): void {
    this.#noteWaiting(place, failures);
    const after = REOPEN_AFTER_MS[Math.min(failures, REOPEN_AFTER_MS.length - 1)];
    setTimeout(() => void this.#reopen(place, failures), after).unref();
  }

  #noteWaiting(place: Place, failures: number): void {
    const name = folderName(place);
    const { id = this.#nextId(), since = Date.now() } = this.#waiting.get(name) ?? {};
    this.#waiting.set(name, { id, place, state: failures === 0 ? 'waiting' : 'failed', since });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #note(folder: string, busy: boolean): void {
    try {
      // Flush: a power cut must neither lose the mark nor bring it back.
      if (busy) writeFileSync(join(folder, ON_AIR), '', { flush: true });
      else rmSync(join(folder, ON_AIR), { force: true });
      syncFolder(folder);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Closes a backstage after an idle time without screens. */
  #rest(stage: Stage): void {
    const isVisitor = stage.place.kind === 'visitor';
    if (stage.place.kind === 'own' || this.#stages.get(folderName(stage.place)) !== stage) return;
    if (stage.seats > 0 || this.#closed || (!isVisitor && stage.backstage?.busy === true)) return;
    if (stage.idle !== null) clearTimeout(stage.idle);
    const after = isVisitor ? this.#limits.visitorIdleMs : this.#limits.hostIdleMs;
    stage.idle = setTimeout(() => {
      if (stage.seats === 0) void this.#close(stage);
    }, after).unref();
  }

  /** Calls `closed` before the folder can be opened again. */
  #close(stage: Stage, closed: () => void = () => undefined): Promise<void> {
    const name = folderName(stage.place);
    if (stage.idle !== null) clearTimeout(stage.idle);
    this.#stages.delete(name);
    const closing = stage.opened
      .then((backstage) => backstage.close())
      .then(closed)
      .then(() => {
        if (stage.place.kind === 'visitor') {
          rmSync(this.#folderOf(stage.place), { recursive: true, force: true });
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

/** The path below the data folder. Empty for the owner of the machine, whose folder is the data folder itself. */
const folderName = (place: Place): string =>
  place.kind === 'own' ? '' : join(place.kind === 'host' ? 'hosts' : 'visitors', place.key);
