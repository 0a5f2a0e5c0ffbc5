import { Listeners } from '#renderer/data/platform/listeners.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import {
  type CallArgs,
  type CallName,
  type CallResult,
  calls,
  PROTOCOL_VERSION,
  type Push,
  type StoredInput,
} from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { movedRow } from '#shared/game/correction.ts';
import { packSnapshot, restore, serialise } from '#shared/game/serialise.ts';
import type { FoldSink, GameState, RowGrowth, RowMove } from '#shared/game/state.ts';
import { grownRow, matchesFilter } from '../ledger/ledgerFilter.ts';

/** Number of newest rows that are in memory. */
const MAX_ROWS = 1000;

/** The newest ledger rows of a past show, as of the moment that is shown. The fold writes to it. */
export class ReplayLedger implements FoldSink {
  /** Oldest first. */
  readonly #rows: Map<number, LedgerRow>;

  constructor(rows: readonly LedgerRow[] = []) {
    this.#rows = new Map(rows.map((row) => [row.rowId, row]));
  }

  opened(row: LedgerRow): void {
    this.#rows.set(row.rowId, row);
    if (this.#rows.size <= MAX_ROWS) return;
    const [oldest] = this.#rows.keys();
    if (oldest !== undefined) this.#rows.delete(oldest);
  }

  grew(growth: RowGrowth): void {
    const row = this.#rows.get(growth.rowId);
    if (row !== undefined) this.#rows.set(growth.rowId, grownRow(row, growth));
  }

  moved(move: RowMove): void {
    const row = this.#rows.get(move.rowId);
    if (row !== undefined) this.#rows.set(move.rowId, movedRow(row, move));
  }

  /** The rows, oldest first. Row objects are replaced and never mutated. */
  get rows(): LedgerRow[] {
    return [...this.#rows.values()];
  }

  /** Answers `ledger.page` like a backstage; rows newest first. */
  page(
    filter: LedgerFilter,
    before: number | undefined,
    limit: number,
    seq: number,
  ): CallResult<'ledger.page'> {
    const all = this.rows.reverse().filter((row) => matchesFilter(filter, row));
    const wanted = before === undefined ? all : all.filter(({ rowId }) => rowId < before);
    const rows = wanted.slice(0, limit);
    const last = rows.at(-1);
    const next = wanted.length > rows.length && last !== undefined ? last.rowId : null;
    return { rows, next, total: all.length, seq };
  }
}

/** Largest number of checkpoints. If there are more, every second one is deleted and the interval is doubled. */
const MAX_CHECKPOINTS = 40;
/** Initial number of inputs between two checkpoints. */
const FIRST_INTERVAL = 5000;

interface Checkpoint {
  seq: number;
  /** Time of the last input of the checkpoint (ms). */
  at: number;
  rows: LedgerRow[];
  /** Returns a new state that can be folded further. */
  restore(): GameState;
}

/** Snapshots of a show at regular intervals, so that seeking backwards does not start at the beginning. */
export class Checkpoints {
  #interval = FIRST_INTERVAL;
  #all: (Omit<Checkpoint, 'restore'> & { snapshot: Snapshot })[] = [];

  /** Call after every input. Adds a checkpoint if the interval is over. */
  add(state: GameState, ledger: ReplayLedger, at: number): void {
    const last = this.#all.at(-1)?.seq ?? 0;
    if (state.seq < last + this.#interval) return;
    this.#all.push({ seq: state.seq, at, rows: ledger.rows, snapshot: serialise(state) });
    if (this.#all.length <= MAX_CHECKPOINTS) return;
    this.#all = this.#all.filter((_, index) => index % 2 === 1);
    this.#interval *= 2;
  }

  /** The newest checkpoint at or before a moment (ms); null if there is none. */
  before(at: number): Checkpoint | null {
    const found = this.#all.findLast((checkpoint) => checkpoint.at <= at);
    if (found === undefined) return null;
    const { seq, rows, snapshot } = found;
    return { seq, at: found.at, rows, restore: () => restore(snapshot) };
  }
}

/** The show and its state at the shown moment. */
interface ReplayedShow {
  showId: string;
  state: GameState;
  ledger: ReplayLedger;
}

type Handlers = { [N in CallName]?: (args: CallArgs<N>) => CallResult<N> | Promise<CallResult<N>> };

/**
 * A link to a simulated backstage that serves a replayed show. It pushes inputs as if they happened now and rejects
 * every call that would change something.
 */
export class ReplayLink implements BackstageLink {
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #handlers: Handlers;
  #state: LinkState = { phase: 'connecting' };

  /** `live` answers calls for pictures; all other calls are answered from the replayed show. */
  constructor(current: () => ReplayedShow, live: Pick<BackstageLink, 'call'>) {
    this.#handlers = {
      'show.subscribe': () => {
        const { showId, state } = current();
        return { showId, snapshot: packSnapshot(serialise(state)), inputs: [], seq: state.seq };
      },
      'ledger.page': ({ filter, before, limit }) => {
        const { ledger, state } = current();
        return ledger.page(filter, before, limit, state.seq);
      },
      'pictures.read': (args) => live.call('pictures.read', args),
    };
  }

  get state(): LinkState {
    return this.#state;
  }

  /** @throws RingsideError replay.readOnly */
  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    const handler = this.#handlers[name];
    if (handler === undefined || !Object.hasOwn(calls, name)) throw new RingsideError('replay.readOnly');
    return handler(args);
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {}

  reconnect(): void {}

  close(): void {
    this.#set({ phase: 'connecting' });
  }

  /** Makes the screens load the show again, after a seek. */
  reload(): void {
    this.#set({ phase: 'connecting' });
    this.#set({ phase: 'open' });
  }

  /** Sets the clock of the screens (ms). */
  pushTime(now: number): void {
    this.#pushes.notify({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'replay', now });
  }

  pushInputs(showId: string, inputs: StoredInput[]): void {
    if (inputs.length > 0) this.#pushes.notify({ push: 'inputs', showId, inputs });
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#states.notify(state);
  }
}
