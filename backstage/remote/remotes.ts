import { isDeepStrictEqual } from 'node:util';
import { RingsideError } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import {
  type ActionResult,
  isRemoteAction,
  type RemoteAction,
  remoteActionFacts,
  remoteActions,
} from '#shared/contract/remote/actions.ts';
import type { RemoteEvent, RemoteSections, RemoteState } from '#shared/contract/remote/state.ts';
import type { Remote, RemoteScope, Remotes as RemotesShown } from '#shared/contract/remote/token.ts';
import type { LedgerDelta } from '#shared/overlay/roundTallies.ts';
import type { Clock } from '../clock.ts';
import type { Show } from '../show/show.ts';
import { SenderBudget } from '../sockets/throttledSocket.ts';
import type { StoredFault } from '../store/storedFile.ts';
import { type ActionOutcome, RemoteOperator, type RemoteParts } from './remoteActions.ts';
import type {
  ActionRequest,
  RemoteAccess,
  RemoteEndpoint,
  RemotePeer,
  RemoteSubscription,
} from './remoteEndpoint.ts';
import { eventsBetween, RevisedState, sectionsOf, sectionsOfNothing } from './remoteState.ts';
import { RemoteStore, type StoredRemote } from './remoteStore.ts';

export interface RemotesOptions {
  dataDir: string;
  clock: Clock;
  parts: RemoteParts;
  /** Called when the tokens, their use or the address have changed. */
  changed(): void;
  log(message: string, error?: unknown): void;
}

/** Reads and actions of one token: 50 actions a second must pass. */
const PACE = { burst: 120, perSecond: 60 };
/** The shortest time between two changes (ms). */
const MIN_INTERVAL_MS = 33;
/** For changes, the queue is read from disk at most this often (ms), except after an action. */
const QUEUE_EVERY_MS = 250;
const MOST_PEERS = 32;
const MOST_PEERS_OF_TOKEN = 8;
/** Maximum number of actions that wait for earlier ones. */
const MOST_WAITING = 64;
/** A peer with more unsent bytes gets no changes until it has caught up, and then the whole state. */
const LARGEST_BACKLOG = 256 * 1024;
/** A peer that is behind for this time (ms) is dropped. */
const LONGEST_BEHIND_MS = 30_000;
const RECHECK_MS = 1000;
/** The most gift events in one change, which a storm of gifts could exceed. */
const MOST_EVENTS = 200;
/** How many results of a token are kept for repeated requests, and for how long (ms). */
const MOST_KEPT = 500;
const KEPT_MS = 24 * 3_600_000;

/** Problems after which a repeated request is tried again. */
const passing: ReadonlySet<string> = new Set(['internal', 'remote.busy', 'remote.tooFast', 'remote.token']);

interface Kept {
  request: Omit<ActionRequest, 'idempotencyKey'>;
  result: Promise<ActionResult>;
  at: number;
}

interface Watcher {
  peer: RemotePeer;
  id: string;
  /** The peer needs the whole state. */
  isLost: boolean;
  behindSince: number | null;
}

/** Lets programs with a token read and steer the show of one backstage. */
export class Remotes implements RemoteEndpoint {
  readonly #options: RemotesOptions;
  readonly #store: RemoteStore;
  readonly #budget: SenderBudget;
  readonly #watchers = new Set<Watcher>();
  readonly #operators = new Map<string, RemoteOperator>();
  readonly #kept = new Map<string, Map<string, Kept>>();
  readonly #listeners = new Set<() => void>();
  #url = '';
  #revised: RevisedState | null = null;
  #events: RemoteEvent[] = [];
  #queueAt = 0;
  /** The show and the number of its last input when the queue was read. */
  #queueShow = '';
  #queueSeq = 0;
  /** The last queued read of the state, and the last queued action: both run one after another. */
  #reading: Promise<void> = Promise.resolve();
  #acting: Promise<unknown> = Promise.resolve();
  #nextRead: Promise<void> | null = null;
  #waiting = 0;
  #lastAt = 0;
  #cancel: (() => void) | null = null;
  #cancelQueue: (() => void) | null = null;
  #cancelRecheck: (() => void) | null = null;
  #closed = false;

  constructor(options: RemotesOptions) {
    this.#options = options;
    const now = () => options.clock.now();
    this.#store = new RemoteStore(options.dataDir, now);
    this.#budget = new SenderBudget(PACE);
  }

  get fault(): StoredFault {
    return this.#store.fault;
  }

  get shown(): RemotesShown {
    return { url: this.#url, remotes: this.#store.programs.list().map(({ digest: _, ...remote }) => remote) };
  }

  /** @throws RingsideError `remote.unavailable`, `remote.tooMany`. */
  create(name: string, scope: RemoteScope): { remote: Remote; token: string } {
    if (this.#url === '') throw new RingsideError('remote.unavailable');
    const created = this.#store.create(name, scope);
    this.#tokensChanged();
    return created;
  }

  /** @throws RingsideError `remote.notFound`. */
  revoke(id: string): void {
    this.#store.programs.revoke(id);
    this.#kept.delete(id);
    this.#operators.delete(id);
    for (const watcher of [...this.#watchers]) {
      if (watcher.id !== id) continue;
      this.#watchers.delete(watcher);
      watcher.peer.revoked();
    }
    this.#tokensChanged();
  }

  /** Reads the tokens again, after an import has written them. */
  reload(): void {
    this.#store.reload();
    this.#tokensChanged();
  }

  /** @throws RingsideError `remote.notFound`, `remote.tooMany`. */
  restore(id: string): void {
    this.#store.programs.restore(id);
    this.#tokensChanged();
  }

  serveAt(url: string): void {
    if (url === this.#url) return;
    this.#url = url;
    this.#options.changed();
  }

  onTokens(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  admit(token: string): RemoteAccess | null {
    const remote = this.#store.programs.byToken(token);
    if (remote === null) return null;
    const { id } = remote;
    return {
      id,
      state: async () => {
        this.#use(id);
        this.#queueAt = 0;
        await this.#refresh();
        return this.#state();
      },
      act: async (request) => {
        this.#use(id);
        return this.#actOnce(remote, request);
      },
      watch: (peer) => {
        this.#use(id);
        return this.#watch(id, peer);
      },
    };
  }

  /** Notes that something may have changed. Costs nothing while nobody watches. */
  touch(): void {
    if (this.#watchers.size > 0) this.#soon();
  }

  /** Notes the events of a committed batch. */
  receive(inputs: readonly Input[], { rows, growths }: LedgerDelta): void {
    if (this.#watchers.size === 0) return;
    for (const input of inputs) {
      if (input.kind !== 'gap') continue;
      const { cause, from, until } = input;
      this.#events.push({ event: 'gap', cause, from, until });
    }
    const show = this.#options.parts.shows.current;
    const grown = show?.queries.byIds([...growths.keys()]) ?? [];
    for (const row of [...rows.values(), ...grown]) {
      if (this.#events.length >= MOST_EVENTS) break;
      const { rowId, viewerId, viewerName, giftId, giftName, unitDiamonds, count, diamonds } = row;
      const { votesTenths, target } = row;
      const added = growths.get(rowId)?.count ?? count;
      this.#events.push({
        event: 'gift',
        ...{ rowId, viewerId, viewerName, giftId, giftName, unitDiamonds, count, diamonds },
        ...{ added, votesTenths, target },
      });
    }
    this.#soon();
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    this.#cancelQueue?.();
    this.#cancelRecheck?.();
    this.disconnect();
  }

  /** Ends the connections of all programs, which connect again. */
  disconnect(): void {
    for (const { peer } of this.#watchers) peer.drop();
    this.#watchers.clear();
  }

  #tokensChanged(): void {
    for (const listener of this.#listeners) listener();
    this.#options.changed();
  }

  /** @throws RingsideError `remote.token` for a revoked token, `remote.tooFast`. */
  #use(id: string): void {
    if (this.#closed) throw new RingsideError('remote.busy');
    if (!this.#store.programs.has(id)) throw new RingsideError('remote.token');
    const seconds = this.#budget.take(id);
    if (seconds > 0) throw new RingsideError('remote.tooFast', { seconds: Math.ceil(seconds) });
    try {
      if (this.#store.programs.noteUse(id)) this.#options.changed();
    } catch (error) {
      this.#options.log('the use of a token cannot be stored', error);
    }
  }

  /** Runs an action, or returns the result of an earlier request with the same key. */
  #actOnce(remote: StoredRemote, { idempotencyKey: key, ...request }: ActionRequest): Promise<ActionResult> {
    if (key === undefined) return this.#act(remote, request);
    const now = this.#options.clock.now();
    const kept = this.#kept.get(remote.id) ?? new Map<string, Kept>();
    this.#kept.set(remote.id, kept);
    const known = kept.get(key);
    if (known !== undefined && now - known.at < KEPT_MS) {
      if (!isDeepStrictEqual(known.request, request)) throw new RingsideError('remote.keyReused');
      return known.result;
    }
    const result = this.#act(remote, request);
    kept.set(key, { request, result, at: now });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    result.catch((error: unknown) => {
      const code = error instanceof RingsideError ? error.problem.code : 'internal';
      if (passing.has(code)) kept.delete(key);
    });
    return result;
  }

  async #act(remote: StoredRemote, request: Omit<ActionRequest, 'idempotencyKey'>): Promise<ActionResult> {
    const { action } = request;
    if (remote.scope !== 'steer') throw new RingsideError('remote.scope');
    if (!isRemoteAction(action)) throw new RingsideError('remote.action', { action: action.slice(0, 64) });
    // Two presses of one key are about the first two groups, or the two newest corrections.
    const { reads } = remoteActionFacts(action);
    const isInTurn = reads.some((name) => name === 'queue' || name === 'corrections');
    const run = () => this.#run(remote, action, request);
    const outcome = await (isInTurn ? this.#inTurn(run) : run());
    if (isInTurn) this.#queueAt = 0;
    await this.#refresh();
    return { revision: this.#revisedState.revision, ...outcome };
  }

  async #run(
    { id, name }: StoredRemote,
    action: RemoteAction,
    { params, ifRevision }: Omit<ActionRequest, 'idempotencyKey'>,
  ): Promise<ActionOutcome> {
    if (ifRevision !== undefined) {
      await this.#refresh();
      const { reads } = remoteActionFacts(action);
      if (this.#revisedState.isStale(ifRevision, reads)) throw new RingsideError('remote.stale');
    }
    if (!this.#store.programs.has(id)) throw new RingsideError('remote.token');
    const operator = this.#operators.get(id) ?? new RemoteOperator(this.#options.parts, name);
    this.#operators.set(id, operator);
    return operator.run(action, params ?? {}, remoteActions);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw new RingsideError('remote.busy');
    this.#waiting += 1;
    const done = this.#acting.then(work, work).finally(() => {
      this.#waiting -= 1;
    });
    this.#acting = done.catch(() => undefined);
    return done;
  }

  #watch(id: string, peer: RemotePeer): RemoteSubscription {
    const ofToken = [...this.#watchers].filter((each) => each.id === id).length;
    if (this.#watchers.size >= MOST_PEERS || ofToken >= MOST_PEERS_OF_TOKEN)
      throw new RingsideError('remote.busy');
    const watcher: Watcher = { peer, id, isLost: true, behindSince: null };
    // Events that happened before are not part of the state that the program gets.
    if (this.#watchers.size === 0) this.#events = [];
    this.#watchers.add(watcher);
    const sendState = () => {
      watcher.isLost = true;
      void this.#refresh().then(() => this.#send(watcher, null));
    };
    sendState();
    return { resync: sendState, leave: () => void this.#watchers.delete(watcher) };
  }

  #soon(): void {
    if (this.#cancel !== null || this.#closed) return;
    const { clock } = this.#options;
    const now = clock.now();
    // Limit the wait, in case the clock was set back.
    const wait = Math.min(MIN_INTERVAL_MS, Math.max(0, this.#lastAt + MIN_INTERVAL_MS - now));
    this.#cancel = clock.after(wait, () => {
      this.#cancel = null;
      this.#lastAt = clock.now();
      void this.#refresh();
    });
  }

  /**
   * Reads the state, and sends a change to those who watch. Reads run one after another. Callers share a read that has
   * not begun yet.
   */
  #refresh(): Promise<void> {
    if (this.#nextRead !== null) return this.#nextRead;
    const next = this.#reading
      .then(() => {
        this.#nextRead = null;
        return this.#read();
      })
      .catch((error: unknown) => this.#options.log('the state could not be read for programs', error));
    this.#nextRead = next;
    this.#reading = next;
    return next;
  }

  async #read(): Promise<void> {
    if (this.#closed) return;
    const { clock, parts } = this.#options;
    const { shows, rooms } = parts;
    const show = shows.current;
    let sections: RemoteSections | null = null;
    if (show === null) sections = sectionsOfNothing(rooms);
    else {
      // While the disk refuses inputs, programs keep what is stored.
      const isCurrent = () => shows.current === show && show.committedSeq >= show.state.seq;
      sections = await show
        .read(() => (isCurrent() ? sectionsOf(show, rooms, this.#knownQueue(show)) : null))
        .catch((error: unknown) => {
          if (error instanceof RingsideError) return null;
          throw error;
        });
    }
    if (sections === null) {
      // Another show was opened meanwhile, and its opening causes the next read.
      this.#revised ??= new RevisedState(sectionsOfNothing(rooms), Math.floor(clock.now()));
      return;
    }
    this.#take(sections, show?.state ?? null);
  }

  /** The queue of the last read, if it is the same or recent enough; undefined if it must be read again. */
  #knownQueue({ id, committedSeq }: Show): RemoteSections['queue'] | undefined {
    const { clock } = this.#options;
    const known = this.#queueShow === id ? this.#revised?.sections.queue : undefined;
    if (known !== undefined && this.#queueSeq === committedSeq) return known;
    const isRecent = Math.abs(clock.now() - this.#queueAt) < QUEUE_EVERY_MS;
    if (known !== undefined && isRecent) {
      if (this.#watchers.size > 0) {
        this.#cancelQueue ??= clock.after(QUEUE_EVERY_MS, () => {
          this.#cancelQueue = null;
          this.#soon();
        });
      }
      return known;
    }
    this.#queueAt = clock.now();
    this.#queueSeq = committedSeq;
    this.#queueShow = id;
    return undefined;
  }

  #take(sections: RemoteSections, state: Parameters<typeof eventsBetween>[2]): void {
    const { clock } = this.#options;
    const revised = this.#revised;
    if (revised === null) {
      this.#revised = new RevisedState(sections, Math.floor(clock.now()));
      return;
    }
    const events = [...this.#events, ...eventsBetween(revised.sections, sections, state)];
    this.#events = [];
    const changed = revised.update(sections, events.length > 0);
    if (changed === null) return;
    const change = { revision: revised.revision, now: clock.now(), sections: changed, events };
    for (const watcher of this.#watchers) this.#send(watcher, { type: 'change', change });
  }

  /** Sends a change; the whole state to a watcher that has missed one. A slow watcher gets nothing for now. */
  #send(watcher: Watcher, change: Parameters<RemotePeer['send']>[0] | null): void {
    if (!this.#watchers.has(watcher)) return;
    const { clock } = this.#options;
    const { peer } = watcher;
    if (peer.backlog > LARGEST_BACKLOG) {
      watcher.isLost = true;
      watcher.behindSince ??= clock.now();
      if (clock.now() - watcher.behindSince > LONGEST_BEHIND_MS) {
        this.#watchers.delete(watcher);
        peer.drop();
      } else this.#recheck();
      return;
    }
    watcher.behindSince = null;
    if (change !== null && !watcher.isLost) peer.send(change);
    else if (watcher.isLost && this.#revised !== null) {
      watcher.isLost = false;
      peer.send({ type: 'state', state: this.#state() });
    }
  }

  #recheck(): void {
    if (this.#closed) return;
    this.#cancelRecheck ??= this.#options.clock.after(RECHECK_MS, () => {
      this.#cancelRecheck = null;
      for (const watcher of [...this.#watchers]) if (watcher.isLost) this.#send(watcher, null);
    });
  }

  get #revisedState(): RevisedState {
    if (this.#revised === null) throw new RingsideError('remote.busy');
    return this.#revised;
  }

  #state(): RemoteState {
    const { revision, sections } = this.#revisedState;
    return { revision, now: this.#options.clock.now(), ...sections };
  }
}
