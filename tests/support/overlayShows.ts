import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { type WidgetKind, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';

/** Options of a widget, with defaults for all that `more` does not set. */
export function widgetOptions(kind: WidgetKind, more: object = {}): WidgetOptions {
  return widgetOptionsSchema.parse({ kind, ...more });
}

interface ShowOptions {
  names: readonly string[];
  /** Votes of an anchor in tenths, by its index. */
  votes?: (index: number) => number;
  /** Anchors per side; the rest is on no side. */
  perSide?: number;
}

/** A battle in which the first anchors attack and the next ones defend. */
export function battleState({
  names,
  votes = (index) => (index + 1) * 1235,
  perSide = 1,
}: ShowOptions): OverlayState {
  const ids = names.map((_, index) => `a${index + 1}`);
  const sideOf = (index: number) =>
    index < perSide ? ('attacker' as const) : index < perSide * 2 ? ('defender' as const) : null;
  const sumOf = (side: 'attacker' | 'defender') =>
    names.reduce((sum, _, index) => sum + (sideOf(index) === side ? votes(index) : 0), 0);
  const [attackerTenths, defenderTenths] = [sumOf('attacker'), sumOf('defender')];
  const all = names.reduce((sum, _, index) => sum + votes(index), 0);
  const tally = { votesTenths: all, diamonds: Math.floor(all / 10), count: Math.floor(all / 50), givers: 42 };
  const entries = Object.fromEntries(
    names.map((name, index) => [
      String(index + 1),
      { name, votesTenths: votes(index), diamonds: Math.floor(votes(index) / 10), count: index + 1 },
    ]),
  );
  const thanksOf = (side: 'attacker' | 'defender', votesTenths: number) => ({
    anchors: ids.filter((_, index) => sideOf(index) === side),
    votesTenths,
    top: names.slice(0, 3).map((name, index) => ({ name, votesTenths: votes(index) })),
  });
  const countdown = { length: 90_000, ran: 30_000, since: null };
  return {
    show: { it: { status: 'counting', mode: 'battle', startedAt: 1, endedAt: 0, tenths: false } },
    anchors: Object.fromEntries(
      names.map((nickname, order) => [
        ids[order],
        { nickname, avatar: '', order, giftIds: [5655 + order], live: true },
      ]),
    ),
    former: {},
    scores: Object.fromEntries(
      ids.map((id, index) => [
        id,
        {
          roundTenths: votes(index),
          showTenths: votes(index),
          roundCount: index + 1,
          showCount: index + 1,
          roundDiamonds: Math.floor(votes(index) / 10),
          showDiamonds: Math.floor(votes(index) / 10),
          allTenths: votes(index),
          streak: index === 0 ? 3 : 0,
          side: sideOf(index),
          out: false,
          final: false,
          reviving: false,
          overTenths: null,
        },
      ]),
    ),
    round: {
      now: {
        id: 1,
        number: 1,
        kind: 'battle',
        phase: 'paused',
        countdown,
        grace: { length: 0, ran: 0, since: null },
        clearanceTenths: 0,
        breakthrough: false,
        targetTenths: 0,
        pledgedTenths: 0,
      },
    },
    battle: {
      now: {
        attackerTenths,
        defenderTenths,
        unallocatedTenths: 770,
        attackers: ids.filter((_, index) => sideOf(index) === 'attacker'),
        defenders: ids.filter((_, index) => sideOf(index) === 'defender'),
        attackerPermille:
          attackerTenths + defenderTenths === 0
            ? 500
            : Math.round((attackerTenths / (attackerTenths + defenderTenths)) * 1000),
        effectSide: null,
        effectLevel: 0,
        effectStyle: 'chinese',
        effectScene: 'none',
        effectLines: 'lightningCyan',
      },
    },
    totals: { round: tally, show: tally, all: tally },
    usersRound: entries,
    usersShow: entries,
    usersAll: entries,
    giftsRound: entries,
    giftsShow: entries,
    giftsAll: entries,
    recent: Object.fromEntries(
      names.map((viewer, index) => [
        String(index),
        {
          at: 1000 + index,
          viewer,
          giftId: 5655,
          giftName: viewer,
          unitDiamonds: 1,
          count: index + 1,
          anchorId: ids[index] ?? null,
        },
      ]),
    ),
    dances: Object.fromEntries(
      names.map((name, order) => [
        String(order),
        {
          entryId: 'e',
          name,
          effects: order === 0 ? name : '',
          style: 'chinese',
          viewer: name,
          times: order + 1,
          countdown: order === 0 ? countdown : null,
          order,
        },
      ]),
    ),
    guide: Object.fromEntries(
      names.map((giftName, order) => [
        String(order),
        { giftIds: [order], giftName, unitDiamonds: 99, anchorId: ids[order] ?? null, entry: '', order },
      ]),
    ),
    winner: {
      last: {
        round: 1,
        outcome: 'attacker',
        anchors: ids.slice(0, perSide),
        votesTenths: attackerTenths,
        streak: 3,
      },
    },
    thanks: {
      card: { round: 1, kind: 'battle', outcome: 'attacker', until: Number.MAX_SAFE_INTEGER },
      attacker: thanksOf('attacker', attackerTenths),
      defender: thanksOf('defender', defenderTenths),
      gift: {
        viewer: names[0] ?? '',
        giftId: 0,
        giftName: names[1] ?? '',
        count: 99_999,
        diamonds: 99_999,
        anchorId: ids[0] ?? null,
      },
    },
    periods: {},
    goals: { 'show  ': tally },
    bonus: {},
    giftPictures: {},
    alerts: Object.fromEntries(
      names.map((viewer, index) => [
        String(index),
        {
          at: 1000 + index,
          // An alert that the page does not take for one from before its opening.
          lastAt: Number.MAX_SAFE_INTEGER,
          viewer,
          giftId: 5655,
          giftName: viewer,
          unitDiamonds: 100,
          count: 99_999 - index,
          anchorId: ids[index] ?? null,
          picture: '',
        },
      ]),
    ),
  };
}
