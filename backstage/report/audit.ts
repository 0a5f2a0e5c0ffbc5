import { type CommandInput, commandInputSchema } from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { type AuditEntry, MOST_FORMER_TARGETS } from '#shared/contract/report.ts';
import { type Correction, countedRound } from '#shared/game/correction.ts';
import { roundName } from '#shared/game/round/view.ts';
import { anchorTarget } from '#shared/game/table.ts';
import type { ReportSource } from './source.ts';

interface AuditPage {
  entries: AuditEntry[];
  /** The start of the next page; null at the end. */
  next: number | null;
}

/** Iterates over the operators' decisions on bindings and gifts, newest first. */
export function* auditEntries(source: ReportSource, before = Number.MAX_SAFE_INTEGER): Generator<AuditEntry> {
  const commands = source.journal.db.prepare(
    "SELECT seq, body FROM inputs WHERE seq < ? AND kind = 'command' ORDER BY seq DESC",
  );
  for (const record of commands.iterate(before)) {
    const command = commandInputSchema.parse(JSON.parse(String(record.body)));
    const entry = entryOf(source, Number(record.seq), command);
    if (entry !== null) yield entry;
  }
}

/** Lists operators' commands on bindings and gifts, newest first. */
export function auditPage(source: ReportSource, before: number | undefined, limit: number): AuditPage {
  const entries: AuditEntry[] = [];
  for (const entry of auditEntries(source, before)) {
    if (entries.length === limit) return { entries, next: entries.at(-1)?.seq ?? null };
    entries.push(entry);
  }
  return { entries, next: null };
}

/** Converts a command to an entry. Returns null unless the command is about bindings or gifts. */
function entryOf(source: ReportSource, seq: number, command: CommandInput): AuditEntry | null {
  const { at, by } = command;
  const base = { seq, at, by, viewer: '', from: [], target: null, ...noRounds, ...nothing, undone: false };
  switch (command.command) {
    case 'bind': {
      const target = command.anchorId === null ? null : anchorTarget(command.anchorId);
      const action = target === null ? 'unbind' : 'bind';
      return { ...base, action, viewer: nameOf(source, command.viewerId), target };
    }
    case 'pin':
      return {
        ...base,
        action: command.pinned ? 'pin' : 'unpin',
        viewer: nameOf(source, command.viewerId),
      };
    case 'suspend':
      return { ...base, action: command.on ? 'suspend' : 'resume' };
    case 'correct': {
      const { corrections } = source.journal;
      const taken = command.undoes === undefined ? null : corrections.find(command.undoes);
      // Undoing an undo is a redo; undoing a redo is an undo.
      const redoes = taken !== null && corrections.depthOf(taken) % 2 === 1;
      const placed = command.rows.every(({ from, to, place }) => place !== undefined && from === to);
      const done = leavesLate(command.rows) ? 'leaveLate' : placed ? 'place' : 'correct';
      const action = taken === null ? done : redoes ? 'redo' : 'undo';
      const undone = corrections.find(seq)?.undoneBy != null;
      const target = common(command.rows.map(({ to }) => to));
      return {
        ...base,
        action,
        ...ofRows(source, command.rows),
        from: formerTargets(command.rows),
        target,
        ...roundsOf(source, command.rows),
        undone,
      };
    }
    case 'late':
      return {
        ...base,
        action: command.accept ? 'acceptLate' : 'refuseLate',
        ...ofRows(source, command.rows),
        target: common(command.rows.map(({ target }) => target)),
        ...lateRounds(source, command),
      };
    case 'addGift':
      return {
        ...base,
        action: 'addGift',
        viewer: command.user.name,
        target: command.to,
        toRound: roundName(source.state, command.round),
        rowId: seq,
        rows: 1,
        count: command.count,
        votesTenths: votesOfRow(source, seq),
      };
    default:
      return null;
  }
}

const nothing = { rowId: null, rows: 0, count: 0, votesTenths: 0 };

type Concerned = readonly { rowId: number; viewerId: string; count: number; votesTenths: number }[];

function ofRows(source: ReportSource, rows: Concerned) {
  const viewers = new Set(rows.map(({ viewerId }) => viewerId));
  const [only] = viewers;
  return {
    viewer: viewers.size === 1 && only !== undefined ? nameOf(source, only) : '',
    rowId: rows[0]?.rowId ?? null,
    rows: rows.length,
    count: rows.reduce((sum, row) => sum + row.count, 0),
    votesTenths: rows.reduce((sum, row) => sum + row.votesTenths, 0),
  };
}

const noRounds = { fromRound: null, toRound: null };

function roundsOf({ state }: ReportSource, rows: Correction['rows']) {
  const places = rows.flatMap(({ place }) => place ?? []);
  const left = leavesLate(rows);
  const name = (round: number | null) => (round === null ? null : roundName(state, round));
  return {
    fromRound: name(common(places.map(({ from }) => (left ? from.round : countedRound(from))))),
    toRound: name(common(places.map(({ to }) => countedRound(to)))),
  };
}

/** Whether a correction leaves late rows, which were only listed, out of their round. */
function leavesLate(rows: Correction['rows']): boolean {
  return rows.every(({ place }) => place?.from.late === 'listed' && place.to.round === 0);
}

/** The different targets of the rows that changed their target, or that a decision left as they were. */
function formerTargets(rows: Correction['rows']): Target[] {
  const moved = rows.filter(({ from, to }) => from !== to);
  const concerned = moved.length === 0 ? rows.filter(({ place }) => place === undefined) : moved;
  return [...new Set(concerned.map(({ from }) => from))].slice(0, MOST_FORMER_TARGETS);
}

/** A late gift that is only listed counts in no round. */
function lateRounds({ state }: ReportSource, { round, accept }: { round: number; accept: boolean }) {
  const [none, counted] = [roundName(state, 0), roundName(state, round)];
  return accept ? { fromRound: none, toRound: counted } : { fromRound: counted, toRound: none };
}

/** Returns the common value; null if the values differ. */
function common<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function nameOf({ state }: ReportSource, viewerId: string): string {
  const viewer = state.viewers.get(viewerId);
  if (viewer === undefined) return viewerId;
  return viewer.name || viewer.username || viewerId;
}

/** Reads the votes of a manually added gift. The id of its row is the number of the input. */
function votesOfRow({ journal }: ReportSource, seq: number): number {
  return Number(
    journal.db.prepare('SELECT votes_tenths AS votes FROM rows WHERE row_id = ?').get(seq)?.votes ?? 0,
  );
}
