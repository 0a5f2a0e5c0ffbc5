import type { z } from 'zod';
import { type CallArgs, type CallName, type CallResult, calls } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { RoundAction, SessionAction } from '#shared/contract/input.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { type RemoteAction, remoteActionFacts, type remoteActions } from '#shared/contract/remote/actions.ts';
import { operatorOf } from '#shared/contract/remote/token.ts';
import { countedRound } from '#shared/game/correction.ts';
import { isBusy } from '#shared/game/dance.ts';
import { lastPreset } from '#shared/game/lastPreset.ts';
import { currentRound, latestSettled, undecidedTie } from '#shared/game/round/view.ts';
import { anchorTarget } from '#shared/game/table.ts';
import type { Backstage } from '../api.ts';
import type { Hub } from '../hub.ts';
import type { Rooms } from '../room/rooms.ts';
import type { Archive } from '../show/archive.ts';
import type { Show } from '../show/show.ts';
import type { ShowManager } from '../showManager.ts';
import type { PresetStore } from '../store/presetStore.ts';
import { waitingIn } from './remoteState.ts';

/** Maximum number of rows in a decision on late gifts. */
const MOST_LATE = 500;

/** The parts of a backstage that programs use. */
export interface RemoteParts {
  shows: ShowManager;
  rooms: Rooms;
  hub: Hub;
  presets: PresetStore;
  archive: Archive;
  connect: Backstage['connect'];
}

export interface ActionOutcome {
  seq: number | null;
  pages?: number;
}

type Params<A extends RemoteAction> = z.output<(typeof remoteActions)[A]['params']>;
type Runs = { [A in RemoteAction]?: (params: Params<A>) => Promise<ActionOutcome> };
type Waiting = Params<'anchor.none'>;
type Schemas = { [A in RemoteAction]: { params: z.ZodType<Params<A>> } };
type Results = { [N in CallName]: { result: z.ZodType<CallResult<N>> } };

const results: Results = calls;

/**
 * Runs the actions of one program. Each makes the calls that a screen makes, under the name of the program, so that
 * journal, undo and report are the same.
 */
export class RemoteOperator {
  readonly #parts: RemoteParts;
  readonly #by: string;
  /** The undos of this program, for `ledger.redo`. A new correction empties the list. */
  #undone: number[] = [];
  /** The program's latest step, if it counted late gifts: `ledger.undo` lists them again. */
  #late: { round: number; rowIds: number[] } | null = null;

  constructor(parts: RemoteParts, name: string) {
    this.#parts = parts;
    this.#by = operatorOf(name);
  }

  /** @throws RingsideError of the parameters, of the call, `remote.nothingWaits`, `remote.noPage`. */
  async run<A extends RemoteAction>(action: A, params: unknown, schemas: Schemas): Promise<ActionOutcome> {
    const parsed = schemas[action].params.safeParse(params);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
      throw new RingsideError('invalid', { field });
    }
    if (remoteActionFacts(action).onScreen === true) return this.#press(action);
    const run = this.#runs[action];
    if (run === undefined) throw new RingsideError('remote.action');
    return run(parsed.data);
  }

  readonly #runs: Runs = {
    'session.start': () => this.#session('start'),
    'session.pause': () => this.#session('pause'),
    'session.resume': () => this.#session('resume'),
    'session.end': () => this.#session('end'),
    'room.close': () => this.#command('room.close', {}),
    'line.switch': async ({ lineId }) => {
      const { username, lineId: now, rehearsal, phase } = this.#parts.rooms.connection;
      if (phase === 'idle' || username === '' || rehearsal) throw new RingsideError('session.notAllowed');
      const next = lineId ?? (now === 'line1' ? 'line2' : 'line1');
      return next === now ? { seq: null } : this.#command('room.open', { username, lineId: next });
    },
    'rehearsal.open': (params) => this.#command('rehearsal.open', params),
    'preset.apply': async ({ presetId }) => {
      const { presetAhead, preset } = this.#parts.shows.current?.state ?? {};
      return this.#choosePreset(presetId ?? (presetAhead ?? preset)?.id);
    },
    'preset.last': async () => {
      const { presets, archive, shows } = this.#parts;
      return this.#choosePreset(lastPreset(presets.list(), archive.list(shows.current?.line ?? null))?.id);
    },
    'bindings.suspend': async ({ on }) =>
      this.#command('bindings.suspend', { on: on ?? !this.#show.state.suspended }),
    'round.prepare': (params) => this.#command('round.prepare', params),
    'round.start': () => this.#round('start'),
    'round.pause': () => this.#round('pause'),
    'round.resume': () => this.#round('resume'),
    'round.end': async () => this.#round(currentRound(this.#show.state)?.phase === 'grace' ? 'cut' : 'end'),
    'round.settle': () => this.#round('settle'),
    'thanks.send': async () => {
      const roundId = latestSettled(this.#show.state)?.id;
      if (roundId === undefined) throw new RingsideError('round.unknown');
      const { pages } = await this.#call('overlay.thank', { roundId });
      return { seq: null, pages };
    },
    'tie.nobody': async () => {
      const round = undecidedTie(this.#show.state)?.id;
      if (round === undefined) throw new RingsideError('round.noTie');
      return this.#command('round.decideTie', { round, anchorId: null });
    },
    'dance.next': async ({ danceId }) => {
      if (danceId !== undefined) return this.#command('dance.act', { action: 'start', danceId });
      const { state } = this.#show;
      const isLast = state.playing !== null && (state.dances.size === 0 || isBusy(state));
      return this.#command('dance.act', { action: isLast ? 'end' : 'start' });
    },
    'bonus.run': async (params) => {
      await this.#call('overlay.bonuses', params);
      return { seq: null };
    },
    'late.accept': async ({ group }) => {
      const rows = (await this.#lateRows(group)).slice(0, MOST_LATE);
      const round = rows[0]?.round ?? 0;
      const rowIds = idsOf(rows);
      const { seq } = await this.#call('late.decide', { round, rowIds, accept: true });
      this.#undone = [];
      this.#late = { round, rowIds };
      return { seq };
    },
    'late.leave': async ({ group }) => this.#leaveOut(await this.#lateRows(group)),
    'gift.add': (params) => this.#call('gift.add', params),
    'anchor.1': (params) => this.#giveTo(1, params),
    'anchor.2': (params) => this.#giveTo(2, params),
    'anchor.3': (params) => this.#giveTo(3, params),
    'anchor.4': (params) => this.#giveTo(4, params),
    'anchor.5': (params) => this.#giveTo(5, params),
    'anchor.6': (params) => this.#giveTo(6, params),
    'anchor.7': (params) => this.#giveTo(7, params),
    'anchor.8': (params) => this.#giveTo(8, params),
    'anchor.9': (params) => this.#giveTo(9, params),
    'anchor.none': (params) => this.#assign('unallocated', params),
    'side.attacker': (params) => this.#assign('attacker', params),
    'side.defender': (params) => this.#assign('defender', params),
    'ledger.uncount': (params) => this.#assign('uncounted', params),
    'ledger.undo': async ({ seq: wanted }) => {
      const late = this.#late;
      this.#late = null;
      if (wanted === undefined && late !== null) {
        const { seq } = await this.#call('late.decide', { ...late, accept: false });
        return { seq };
      }
      const { seq } = await this.#call('ledger.undo', wanted === undefined ? {} : { seq: wanted });
      this.#undone.push(seq);
      return { seq };
    },
    'ledger.redo': async () => {
      const undone = this.#undone.pop();
      if (undone === undefined) throw new RingsideError('ledger.nothingToRedo');
      const { seq } = await this.#call('ledger.undo', { seq: undone });
      return { seq };
    },
    'viewers.pin': (params) => this.#command('bindings.pin', params),
  };

  get #show(): Show {
    return this.#parts.shows.required;
  }

  /** Makes one call as a screen does. @throws RingsideError with the problem of a refused call. */
  async #call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    const client = this.#parts.connect({ by: this.#by, send: () => undefined });
    try {
      const response = await client.request({ id: 0, call: name, args });
      if (!response.ok) throw RingsideError.of(response.problem);
      return results[name].result.parse(response.result);
    } finally {
      client.close();
    }
  }

  /** Makes a call whose answer has no content. Its input is the last one of the show. */
  async #command<N extends CallName>(name: N, args: CallArgs<N>): Promise<ActionOutcome> {
    await this.#call(name, args);
    return { seq: this.#parts.shows.current?.committedSeq ?? null };
  }

  #session(action: SessionAction): Promise<ActionOutcome> {
    return this.#command('session.act', { action });
  }

  #round(action: RoundAction): Promise<ActionOutcome> {
    return this.#command('round.act', { action });
  }

  #choosePreset(presetId: string | undefined): Promise<ActionOutcome> {
    if (presetId === undefined) throw new RingsideError('preset.notFound');
    return this.#command('session.choosePreset', { presetId });
  }

  #press(action: RemoteAction): ActionOutcome {
    const { hub } = this.#parts;
    const pages = hub.screens;
    if (pages === 0) throw new RingsideError('remote.noPage');
    hub.broadcast({ push: 'key', action });
    return { seq: null, pages };
  }

  async #giveTo(place: number, { viewer, ...waiting }: Params<'anchor.1'>): Promise<ActionOutcome> {
    const anchorId = this.#show.state.preset?.anchors[place - 1]?.id;
    if (anchorId === undefined) throw new RingsideError('anchor.unknown');
    const to = anchorTarget(anchorId);
    if (viewer !== true) return this.#assign(to, waiting);
    const [first] = await this.#rows(waiting);
    const { seq } = await this.#call('ledger.reassignViewer', { viewerId: first.viewerId, to });
    this.#corrected();
    return { seq };
  }

  async #assign(to: Target, waiting: Waiting): Promise<ActionOutcome> {
    const rows = await this.#rows(waiting);
    const isLate = waiting.rowIds === undefined && rows[0].late === 'listed';
    if (isLate && (to === 'unallocated' || to === 'uncounted')) return this.#leaveOut(rows);
    const from = rows.map(({ target }) => target);
    const { seq } = await this.#call('ledger.reassign', { rowIds: idsOf(rows), to, from });
    this.#corrected();
    return { seq };
  }

  async #leaveOut(late: readonly LedgerRow[]): Promise<ActionOutcome> {
    const rows = late.slice(0, MOST_LATE);
    const from = rows.map(countedRound);
    const { seq } = await this.#call('ledger.place', { rowIds: idsOf(rows), round: 0, from });
    this.#corrected();
    return { seq };
  }

  #corrected(): void {
    this.#undone = [];
    this.#late = null;
  }

  /** The rows that an action of the queue is about, at least one. */
  async #rows({ group, rowIds }: Waiting): Promise<[LedgerRow, ...LedgerRow[]]> {
    const show = this.#show;
    return show.read(() => {
      if (rowIds === undefined) return atLeastOne(groupOf(waitingIn(show), group));
      const [first, ...rest] = show.queries.byIds(rowIds);
      if (first === undefined || rest.length + 1 < new Set(rowIds).size)
        throw new RingsideError('ledger.rowUnknown');
      return [first, ...rest];
    });
  }

  async #lateRows(group: string | undefined): Promise<LedgerRow[]> {
    const show = this.#show;
    return show.read(() =>
      atLeastOne(
        groupOf(
          waitingIn(show).filter(({ late }) => late),
          group,
        ),
      ),
    );
  }
}

/** The rows of a group, by default of the first one. @throws RingsideError `remote.stale` if it waits no more. */
function groupOf(
  groups: readonly { key: string; rows: readonly LedgerRow[] }[],
  key: string | undefined,
): readonly LedgerRow[] {
  const found = key === undefined ? groups[0] : groups.find((group) => group.key === key);
  if (found === undefined && key !== undefined) throw new RingsideError('remote.stale');
  return found?.rows ?? [];
}

function atLeastOne([first, ...rest]: readonly LedgerRow[]): [LedgerRow, ...LedgerRow[]] {
  if (first === undefined) throw new RingsideError('remote.nothingWaits');
  return [first, ...rest];
}

const idsOf = (rows: readonly LedgerRow[]): number[] => rows.map(({ rowId }) => rowId);
