import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import { eraseBackstage } from '#backstage/dataFolder.ts';
import type { SeatCount } from '../metrics/shows.ts';

export interface HostingOptions {
  dataDir: string;
  /** Opens somebody's backstage on a folder. */
  open: (dataDir: string, place: HostedPlace) => Promise<Backstage>;
  /** Of the machine's owner: open from the start to the end of the server. */
  own: Backstage;
  /** Opens the owner's backstage again, after all in it was removed. */
  reopenOwn?: () => Promise<Backstage>;
  onFault: (error: unknown) => void;
  limits?: Partial<HostingLimits>;
}

export interface HostingLimits {
  /** How many hosts' backstages may be open at once. */
  hosts: number;
  /** How many visitors may rehearse at once. */
  visitors: number;
  /** How long one stays open that nobody looks at and where no show runs. */
  hostIdleMs: number;
  /** The same of a visitor's, whose rehearsal goes with it. */
  visitorIdleMs: number;
}

const defaultLimits: HostingLimits = {
  hosts: 50,
  visitors: 10,
  hostIdleMs: 10 * 60_000,
  visitorIdleMs: 60_000,
};

/** Whose backstage: the machine's owner's, an account's, or that of somebody who only tries. */
export type HostedPlace = { kind: 'host' | 'visitor'; key: string };
export type Place = { kind: 'own' } | HostedPlace;

export interface Seat {
  backstage: Backstage;
  leave(): void;
}

interface Stage {
  place: { kind: 'host' | 'visitor'; key: string };
  opened: Promise<Backstage>;
  backstage: Backstage | null;
  seats: number;
  idle: NodeJS.Timeout | null;
}

/** The name of the file that says that a show was running, so that it is resumed by the next start. */
const ON_AIR = 'on-air';

/**
 * The backstages of a server that many use: one for each account, in a folder of its own, opened when its owner
 * comes and closed a while after the last screen has gone and the show has ended. A show goes on without a screen.
 */
export class Hosting {
  readonly #options: HostingOptions;
  readonly #limits: HostingLimits;
  readonly #stages = new Map<string, Stage>();
  /** Two must not have one folder, so who comes again waits until it is closed. */
  readonly #closing = new Map<string, Promise<void>>();
  #closed = false;
  #own: Backstage;
  #erasing: Promise<void> = Promise.resolve();

  constructor(options: HostingOptions) {
    this.#options = options;
    this.#own = options.own;
    this.#limits = { ...defaultLimits, ...options.limits };
    rmSync(join(options.dataDir, 'visitors'), { recursive: true, force: true });
  }

  /** Puts the shows on stage again that ran when the server ended. */
  async resume(): Promise<void> {
    const folder = join(this.#options.dataDir, 'hosts');
    const keys = existsSync(folder) ? readdirSync(folder) : [];
    for (const key of keys) {
      if (!existsSync(join(folder, key, ON_AIR))) continue;
      const seat = await this.enter({ kind: 'host', key }).catch(this.#options.onFault);
      seat?.leave();
    }
  }

  /** The backstage of the machine's owner. */
  get own(): Backstage {
    return this.#own;
  }

  /** Every backstage that is open. */
  get open(): Backstage[] {
    const others = [...this.#stages.values()].flatMap(({ backstage }) => backstage ?? []);
    return [this.#own, ...others];
  }

  /** How many backstages of each kind are open, and how many may be. */
  get seats(): SeatCount[] {
    const of = (kind: Stage['place']['kind']) =>
      [...this.#stages.values()].filter(({ place }) => place.kind === kind).length;
    return [
      { kind: 'hosts', used: of('host'), limit: this.#limits.hosts },
      { kind: 'visitors', used: of('visitor'), limit: this.#limits.visitors },
    ];
  }

  /** Takes a seat in somebody's backstage, which opens if it is not; null when the server is full. */
  async enter(place: Place): Promise<Seat | null> {
    if (place.kind === 'own') {
      await this.#erasing;
      return { backstage: this.#own, leave: () => undefined };
    }
    const name = folderName(place);
    await this.#closing.get(name);
    if (this.#closed) return null;
    const stage = this.#stages.get(name) ?? this.#openStage(place);
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

  /** Closes the backstages of accounts that are no more, and removes all that was in them. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const place = { kind: 'host' as const, key };
      const stage = this.#stages.get(folderName(place));
      if (stage !== undefined) await this.#close(stage);
      await this.#closing.get(folderName(place));
      rmSync(this.#folderOf(place), { recursive: true, force: true });
    }
  }

  /** Removes all that is in the owner's backstage: the account that it belonged to is no more. */
  eraseOwn(): Promise<void> {
    const { reopenOwn, dataDir } = this.#options;
    if (reopenOwn === undefined) return Promise.reject(new Error("the owner's backstage cannot be reopened"));
    const erased = this.#erasing.then(async () => {
      await this.#own.close();
      eraseBackstage(dataDir);
      this.#own = await reopenOwn();
    });
    this.#erasing = erased.catch(this.#options.onFault);
    return erased;
  }

  /** Closes every backstage but the owner's. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#erasing;
    await Promise.all([...this.#stages.values()].map((stage) => this.#close(stage)));
    await Promise.all(this.#closing.values());
  }

  #folderOf(place: { kind: 'host' | 'visitor'; key: string }): string {
    return join(this.#options.dataDir, folderName(place));
  }

  #openStage(place: { kind: 'host' | 'visitor'; key: string }): Stage | null {
    const name = folderName(place);
    const sameKind = [...this.#stages.values()].filter((other) => other.place.kind === place.kind);
    if (sameKind.length >= this.#limits[place.kind === 'host' ? 'hosts' : 'visitors']) return null;
    const folder = this.#folderOf(place);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stage: Stage = {
      place,
      opened: this.#options.open(folder, place),
      backstage: null,
      seats: 0,
      idle: null,
    };
    this.#stages.set(name, stage);
    stage.opened.then(
      (backstage) => {
        stage.backstage = backstage;
        if (place.kind === 'visitor') return;
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

  #note(folder: string, busy: boolean): void {
    try {
      if (busy) writeFileSync(join(folder, ON_AIR), '');
      else rmSync(join(folder, ON_AIR), { force: true });
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Closes it after a while in which nobody comes. */
  #rest(stage: Stage): void {
    const isVisitor = stage.place.kind === 'visitor';
    if (stage.seats > 0 || this.#closed || (!isVisitor && stage.backstage?.busy === true)) return;
    if (stage.idle !== null) clearTimeout(stage.idle);
    const after = isVisitor ? this.#limits.visitorIdleMs : this.#limits.hostIdleMs;
    stage.idle = setTimeout(() => {
      if (stage.seats === 0) void this.#close(stage);
    }, after).unref();
  }

  #close(stage: Stage): Promise<void> {
    const name = folderName(stage.place);
    if (stage.idle !== null) clearTimeout(stage.idle);
    this.#stages.delete(name);
    const closing = stage.opened
      .then((backstage) => backstage.close())
      .then(() => {
        if (stage.place.kind === 'visitor') {
          rmSync(this.#folderOf(stage.place), { recursive: true, force: true });
        }
      })
      .catch(this.#options.onFault)
      .then(() => {
        this.#closing.delete(name);
      });
    this.#closing.set(name, closing);
    return closing;
  }
}

const folderName = ({ kind, key }: { kind: 'host' | 'visitor'; key: string }): string =>
  join(kind === 'host' ? 'hosts' : 'visitors', key);
