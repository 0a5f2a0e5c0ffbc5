import { isPlacedIn } from '#shared/game/correction.ts';
import { NOT_SAID } from './draws.ts';
import { ROSE, room, Show } from './show.ts';
import type { Step } from './steps.ts';

export { targetArb } from './draws.ts';
export { type Step, stepsArb } from './steps.ts';

/** Performs one step, even if the show refuses it: a journal may contain refused commands. */
export function perform(show: Show, step: Step): void {
  switch (step.step) {
    case 'gift':
      show.now += step.after;
      show.gift(step.userId, { ...step.gift, sentAt: sentAt(show, step.gift.sentAt ?? 0) });
      return;
    case 'session':
      show.tell({
        command: 'session',
        action: step.action,
        ...(step.linger !== undefined && { linger: step.linger }),
      });
      return;
    case 'preset':
      show.tell({
        command: 'choosePreset',
        preset: step.preset,
        ...(step.rulesFrom && { rulesFrom: step.rulesFrom }),
      });
      return;
    case 'bind':
      show.tell({ command: 'bind', viewerId: step.viewerId, anchorId: step.anchorId });
      return;
    case 'pin':
      show.tell({ command: 'pin', viewerId: step.viewerId, pinned: step.pinned });
      return;
    case 'suspend':
      show.tell({ command: 'suspend', on: step.on });
      return;
    case 'reassign': {
      const ids = pickRows(show, step.picks);
      if (ids.length > 0) show.reassign(ids, step.to);
      return;
    }
    case 'place': {
      const ids = pickRows(show, step.picks).filter((id) => !isPlacedIn(show.book.row(id), step.round));
      if (ids.length > 0) show.place(ids, step.round);
      return;
    }
    case 'undo':
      show.undo();
      return;
    case 'clock':
      show.now += step.minutes * 60_000;
      show.put({ kind: 'clock', at: show.now });
      return;
    case 'gap':
      show.gap({ cause: step.cause });
      return;
    case 'room':
      show.put({ ...room, roomId: step.roomId });
      return;
    case 'offset':
      show.put({ kind: 'clockOffset', at: show.now, ahead: step.ahead });
      return;
    case 'pass':
      show.pass(step.seconds * 1000);
      return;
    case 'tell':
      show.tell(step.told);
      return;
    case 'late': {
      // The fold stores only sums, so pick rows whose state in the book is late or accepted.
      const state = step.accept ? 'listed' : 'accepted';
      const rows = pickRows(show, step.picks).map((id) => show.book.row(id));
      const found = [...rows, ...show.book.rows.values()].find(({ late }) => late === state);
      const ids = rows.filter(({ late, round }) => late === state && round === found?.round);
      if (found !== undefined)
        show.late(
          [...new Set([found, ...ids])].map(({ rowId }) => rowId),
          step.accept,
        );
      return;
    }
    case 'add': {
      const { viewerId, count, to, round } = step;
      const user = { id: viewerId, name: viewerId, username: '' };
      const what = { giftId: ROSE, giftName: 'Rose', diamonds: 1, count };
      show.tell({ command: 'addGift', user, ...what, to, round });
    }
  }
}

function sentAt(show: Show, before: number): number {
  return before === NOT_SAID ? 0 : Math.max(1, show.now - before);
}

export function play(steps: readonly Step[]): Show {
  const show = new Show();
  for (const step of steps) perform(show, step);
  return show;
}

/** Row ids of a show for any numbers, without duplicates. */
export function pickRows(show: Show, picks: readonly number[]): number[] {
  const ids = [...show.book.rows.keys()];
  const chosen = picks.map((pick) => ids[pick % Math.max(1, ids.length)]);
  return [...new Set(chosen)].filter((id) => id !== undefined);
}
