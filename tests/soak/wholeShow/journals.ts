import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Journal } from '#backstage/journal/journal.ts';
import { createState } from '#shared/game/fold.ts';
import { ShowEventReader } from '#shared/webhooks/showEvents.ts';
import { rowsIn } from '#tests/integration/backstage/killing.ts';
import type { SenderAndGift } from '#tests/simulator/totals.ts';

const FILE = 'journal.sqlite';
const PAGE = 2000;

/** The journal of the show on the server that had it last. */
export interface FoundJournal {
  path: string;
  /** The sums of its ledger. */
  rows(): SenderAndGift[];
  /** The ids of the events that a webhook for gifts from `minDiamonds` on has to get. */
  events(minDiamonds: number): string[];
}

/** Finds the longest journal in the folders of servers that have ended. */
export function newestJournal(folders: readonly string[]): FoundJournal {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
      basename(path) === FILE ? [join(folder, path)] : [],
    ),
  );
  const [path] = paths.sort((one, other) => lengthOf(other) - lengthOf(one));
  if (path === undefined) throw new Error('no server has a journal');
  return { path, rows: () => rowsIn(path), events: (minDiamonds) => eventsIn(path, minDiamonds) };
}

function lengthOf(path: string): number {
  const journal = new Journal(path, true);
  const last = journal.lastSeq();
  journal.close();
  return last;
}

function eventsIn(path: string, minDiamonds: number): string[] {
  const show = { id: basename(dirname(path)), rehearsal: false };
  const reader = new ShowEventReader(show, createState());
  const journal = new Journal(path, true);
  const ids: string[] = [];
  const last = journal.lastSeq();
  while (reader.state.seq < last) {
    for (const { seq, input } of journal.inputs(reader.state.seq, PAGE))
      ids.push(...reader.read(seq, input, minDiamonds).map(({ id }) => id));
  }
  journal.close();
  return ids;
}
