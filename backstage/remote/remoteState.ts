import type { Connection } from '#shared/contract/connection.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { RemoteEvent, RemoteSection, RemoteSections } from '#shared/contract/remote/state.ts';
import { roundVotes, showVotes } from '#shared/game/round/shares.ts';
import {
  battleBar,
  outOf,
  type Round,
  roundLeader,
  settleAgainOf,
  shownRound,
  streakOf,
  tiedOf,
  undecidedTie,
} from '#shared/game/round/view.ts';
import { nicknameOf, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { anchorTarget } from '#shared/game/table.ts';
import { rowWaits, type WaitingGroup, waitingGroups } from '#shared/game/waiting.ts';
import { buildRound } from '#shared/overlay/buildRound.ts';
import { isSame } from '#shared/overlay/change.ts';
import { buildDances } from '#shared/overlay/view.ts';
import type { Show } from '../show/show.ts';

/** Maximum number of newest rows of each kind that the queue is read from. */
const MOST_ROWS = 500;
/** The number of groups that programs see. */
const MOST_GROUPS = 10;

/** The part of the rooms that programs see. */
interface Connected {
  connection: Pick<Connection, keyof RemoteSections['connection']>;
}

/** The sections while no show is open. */
export function sectionsOfNothing(rooms: Connected): RemoteSections {
  return {
    show: null,
    connection: connectionOf(rooms),
    anchors: [],
    round: null,
    scores: {
      leader: null,
      attackerTenths: 0,
      defenderTenths: 0,
      unallocatedTenths: 0,
      anchors: {},
      show: { votesTenths: 0, gifts: 0, diamonds: 0, givers: 0 },
    },
    queue: { rows: 0, groups: [] },
    dances: [],
    corrections: { newest: null },
  };
}

/**
 * The sections of the open show. Call it while no batch is in flight. `queue` is the queue of an earlier call, for
 * callers to whom a recent one is enough.
 */
export function sectionsOf(show: Show, rooms: Connected, queue?: RemoteSections['queue']): RemoteSections {
  const { state, id, facts } = show;
  const { preset, status, suspended, startedAt, endedAt } = state;
  const round = shownRound(state);
  const presetAhead = state.presetAhead ?? preset;
  return {
    show: {
      id,
      status,
      mode: preset?.mode ?? null,
      presetId: presetAhead?.id ?? null,
      presetName: presetAhead?.name ?? '',
      rehearsal: facts.rehearsal !== null,
      suspended,
      startedAt,
      endedAt,
    },
    connection: connectionOf(rooms),
    anchors: (preset?.anchors ?? []).map(({ id: anchorId, nickname }, index) => ({
      id: anchorId,
      nickname,
      place: index + 1,
      side: round?.sideOf.get(anchorTarget(anchorId)) ?? null,
      streak: streakOf(state, anchorId),
      out: outOf(state, anchorId) !== null,
    })),
    round: roundOf(state, round),
    scores: scoresOf(state, round),
    queue: queue ?? queueOf(waitingIn(show)),
    dances: Object.entries(buildDances(state)).map(([key, dance]) => ({ id: Number(key), ...dance })),
    corrections: { newest: show.journal.corrections.newestStanding()?.seq ?? null },
  };
}

/** The groups of gifts that wait for the host, the one with the most votes first. */
export function waitingIn(show: Show): WaitingGroup[] {
  const read = (filter: Parameters<Show['queries']['page']>[0]) =>
    show.queries.page(filter, undefined, MOST_ROWS, show.state).rows;
  const rows = new Map<number, LedgerRow>();
  for (const row of [...read({ target: 'unallocated', corrected: false }), ...read({ late: 'listed' })]) {
    if (rowWaits(row)) rows.set(row.rowId, row);
  }
  return waitingGroups(rows.values());
}

function queueOf(groups: readonly WaitingGroup[]): RemoteSections['queue'] {
  return {
    rows: groups.reduce((sum, { rows }) => sum + rows.length, 0),
    groups: groups.slice(0, MOST_GROUPS).map(({ rows: _, ...group }) => group),
  };
}

function connectionOf({ connection }: Connected): RemoteSections['connection'] {
  const { phase, username, lineId, rehearsal, problem } = connection;
  return { phase, username, lineId, rehearsal, problem: problem?.code ?? null };
}

function roundOf(state: GameState, round: Round | null): RemoteSections['round'] {
  const { now } = buildRound(round);
  if (round === null || now === undefined) return null;
  const tie = undecidedTie(state);
  return {
    ...now,
    attackers: [...round.attacker.anchors],
    defenders: [...round.defender.anchors],
    tied: tie === null ? [] : tiedOf(state, tie),
    canSettle: settleAgainOf(state) !== null,
  };
}

function scoresOf(state: GameState, round: Round | null): RemoteSections['scores'] {
  const votes = showVotes(state);
  const { counted, givers } = totals(state);
  const bar = round?.kind === 'battle' ? battleBar(round) : null;
  const anchors = (state.preset?.anchors ?? []).map(
    ({ id }): [string, { roundTenths: number; showTenths: number }] => [
      id,
      { roundTenths: round === null ? 0 : roundVotes(round, id), showTenths: votes.get(id) ?? 0 },
    ],
  );
  return {
    leader: round === null ? null : roundLeader(state, round),
    attackerTenths: bar?.attackerTenths ?? 0,
    defenderTenths: bar?.defenderTenths ?? 0,
    unallocatedTenths: round?.targets.get('unallocated')?.votesTenths ?? 0,
    anchors: Object.fromEntries(anchors),
    show: { votesTenths: counted.votesTenths, gifts: counted.count, diamonds: counted.diamonds, givers },
  };
}

/** The events that follow from two successive states, in their order. */
export function eventsBetween(before: RemoteSections, after: RemoteSections, state: GameState | null) {
  const events: RemoteEvent[] = [];
  const { show, round, scores } = after;
  if (before.show?.id !== show?.id || before.show?.status !== show?.status)
    events.push({ event: 'show', status: show?.status ?? null });
  const was = before.show?.id === show?.id ? before.round : null;
  if (round !== null && (was?.id !== round.id || was.phase !== round.phase)) {
    const { id, number, kind, phase } = round;
    events.push({ event: 'round', id, number, kind, phase });
  }
  const { leader } = scores;
  const isLeadChange = leader !== null && leader !== before.scores.leader && was?.id === round?.id;
  if (isLeadChange && round !== null && round.phase !== 'prepared') {
    const name = state === null ? '' : (nicknameOf(state, leader) ?? '');
    events.push({ event: 'lead', leader, name });
  }
  const outcome = round?.outcome;
  if (round !== null && outcome !== undefined && (was?.id !== round.id || was.outcome !== outcome))
    events.push({ event: 'settlement', number: round.number, outcome, winners: round.winners ?? [] });
  return events;
}

/** The newest sections with their revisions. A revision is higher than every one of an earlier start. */
export class RevisedState {
  #revision: number;
  #sections: RemoteSections;
  readonly #changedAt = new Map<RemoteSection, number>();
  /** The first revision of this start: what changed before is not known. */
  readonly #first: number;

  /** `now` (ms) is the first revision: revisions increase more slowly than the time. */
  constructor(sections: RemoteSections, now: number) {
    this.#sections = sections;
    this.#revision = now;
    this.#first = now;
  }

  get revision(): number {
    return this.#revision;
  }

  get sections(): RemoteSections {
    return this.#sections;
  }

  /** Takes new sections. Returns those that differ; null if none does and `hasEvents` is false. */
  update(next: RemoteSections, hasEvents: boolean): Partial<RemoteSections> | null {
    const changed = sectionNames.filter((name) => !isSame(this.#sections[name], next[name]));
    if (changed.length === 0 && !hasEvents) return null;
    this.#revision += 1;
    for (const name of changed) this.#changedAt.set(name, this.#revision);
    this.#sections = next;
    return Object.fromEntries(changed.map((name) => [name, next[name]]));
  }

  /** Whether one of the sections has changed since a program saw a revision, or that is not known. */
  isStale(seen: number, reads: readonly RemoteSection[]): boolean {
    if (seen < this.#first || seen > this.#revision) return true;
    return reads.some((name) => (this.#changedAt.get(name) ?? this.#first) > seen);
  }
}

const sectionNames: readonly RemoteSection[] = [
  'show',
  'connection',
  'anchors',
  'round',
  'scores',
  'queue',
  'dances',
  'corrections',
];
