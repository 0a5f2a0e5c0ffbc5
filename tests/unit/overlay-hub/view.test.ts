import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankedMembers } from '#renderer/features/show/stage/members.ts';
import { stageView } from '#renderer/features/show/stage/stageView.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { rankingPageSchema } from '#shared/contract/overlay/widget.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { giftRanking } from '#shared/game/report.ts';
import type { Round } from '#shared/game/round/view.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { ranking, standings, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { play, type Step, stepsArb } from '#tests/support/game.ts';
import { rankingRows } from '../../../overlay/widgets/ranking/rankingRows.ts';
import { Watched } from './watched.ts';

/** Random shows, split into batches, with the number of inputs before the overlay opens. */
const showArb = fc.record({
  steps: stepsArb,
  cuts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
  late: fc.nat(30),
});

function* watch(steps: readonly Step[], cuts: readonly number[], late: number): Generator<Watched> {
  const { inputs } = play(steps);
  const begin = Math.min(late, inputs.length);
  const watched = new Watched(undefined, inputs.slice(0, begin));
  let at = begin;
  for (let cut = 0; at < inputs.length; cut += 1) {
    const size = cuts[cut % cuts.length] ?? 1;
    // A command is stored at once in a separate batch, after all inputs before it.
    const next = inputs.slice(at, at + size);
    const command = next.findIndex(({ input }) => input.kind === 'command');
    const batch = command < 0 ? next : command === 0 ? next.slice(0, 1) : next.slice(0, command);
    watched.take(batch);
    at += batch.length;
    yield watched;
  }
}

describe('overlay numbers', () => {
  it("equal the tool's numbers after each batch of any show", () => {
    fc.assert(
      fc.property(showArb, ({ steps, cuts, late }) => {
        for (const watched of watch(steps, cuts, late)) expectTools(watched);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('do not depend on when the overlay opened', () => {
    fc.assert(
      fc.property(showArb, ({ steps, cuts }) => {
        let last: Watched | null = null;
        for (const watched of watch(steps, cuts, 0)) last = watched;
        const { inputs } = play(steps);
        const now = new Watched(undefined, inputs).build();
        if (last !== null) expect(last.build()).toEqual(now);
      }),
      { numRuns: 80 },
    );
  }, 120_000);
});

function expectTools(watched: Watched): void {
  const { state } = watched;
  const overlay = watched.build();
  const view = stageView(state);
  const round = shownRound(state);

  for (const { anchorId, anchor, former, votesTenths, count, diamonds } of standings(state)) {
    expect(overlay.anchors[anchorId]?.nickname).toBe(anchor?.nickname);
    if (anchor === null) expect(overlay.former[anchorId]?.nickname).toBe(former?.nickname ?? '');
    const { showTenths, showCount, showDiamonds } = overlay.scores[anchorId] ?? {};
    expect([showTenths, showCount, showDiamonds]).toEqual([votesTenths, count, diamonds]);
  }
  for (const { id, scoreTenths, shareTenths, streak } of round === null ? [] : rankedMembers(state, round)) {
    const shown = shareTenths ?? scoreTenths;
    expect([overlay.scores[id]?.roundTenths, overlay.scores[id]?.streak]).toEqual([shown, streak]);
  }
  expectAnchorList(state, overlay);
  const { counted, givers, unallocated } = totals(state);
  expect(overlay.totals.show).toEqual({ ...counted, givers, unallocatedTenths: unallocated.votesTenths });
  expect(overlay.totals.all).toEqual({ ...counted, givers });
  expect(overlay.round.now?.phase ?? null).toBe(view.phase);
  expect(overlay.round.now?.breakthrough ?? false).toBe(view.through);
  expect(overlay.round.now?.outcome ?? null).toBe(view.outcome);
  if (view.kind === 'battle') {
    const { attackerTenths, defenderTenths, unallocatedTenths, effectSide, effectLevel } = view;
    expect(overlay.battle.now).toMatchObject({
      attackerTenths,
      defenderTenths,
      unallocatedTenths,
      effectSide,
      effectLevel,
      attackerPermille: Math.round(view.attackerShare * 1000),
    });
  } else {
    expect(overlay.battle.now).toBeUndefined();
  }
  expectLists(watched, overlay);
}

/** The overlay's ranking of the show equals the tool's list of anchors, including former ones. */
function expectAnchorList(state: GameState, overlay: OverlayState): void {
  const rows = rankingRows(overlay, rankingPageSchema.parse({ span: 'show', top: 20 }));
  expect(rows.map(({ key, name, votesTenths, count }) => [key, name, votesTenths, count])).toEqual(
    ranking(state).map(({ anchorId, anchor, former, votesTenths, count }) => {
      return [anchorId, anchor?.nickname ?? former?.nickname ?? '', votesTenths, count];
    }),
  );
}

function expectLists({ state, book }: Watched, overlay: OverlayState): void {
  const users = [...state.viewers.values()].map(({ id, name, count, diamonds, votesTenths }) => ({
    id,
    name,
    count,
    diamonds,
    votesTenths,
  }));
  expect(ranksOf(overlay.usersShow)).toEqual(topUsers(users));
  expect(ranksOf(overlay.usersAll)).toEqual(topUsers(users));
  const kinds = giftRanking(state).filter(({ votesTenths }) => votesTenths > 0);
  expect(ranksOf(overlay.giftsShow).map(({ votesTenths }) => votesTenths)).toEqual(
    kinds.slice(0, 20).map(({ votesTenths }) => votesTenths),
  );

  const round = shownRound(state);
  const rows = [...book.rows.values()];
  if (round === null) {
    expect(overlay.usersRound).toEqual(overlay.usersShow);
    expect(overlay.giftsRound).toEqual(overlay.giftsShow);
    expect(overlay.totals.round?.givers).toBe(0);
  } else {
    expectRoundLists({ state, rows, round }, overlay);
  }
  expect(
    Object.entries(overlay.recent).map(([id, { count, anchorId }]) => [Number(id), count, anchorId]),
  ).toEqual(
    rows
      .slice(-12)
      .map(({ rowId, count, target }) => [
        rowId,
        count,
        target.startsWith('anchor:') ? target.slice('anchor:'.length) : null,
      ]),
  );
}

interface RoundOfShow {
  state: GameState;
  rows: readonly LedgerRow[];
  round: Round;
}

function expectRoundLists({ state, rows, round }: RoundOfShow, overlay: OverlayState): void {
  const ofRound = rows.filter((row) => row.round === round.id && row.late !== 'listed');
  const sums = sumBy(ofRound, ({ viewerId }) => viewerId);
  const named = [...sums].map(([id, sum]) => ({ id, ...sum, name: state.viewers.get(id)?.name ?? '' }));
  expect(ranksOf(overlay.usersRound)).toEqual(topUsers(named));
  expect(overlay.totals.round?.givers).toBe(named.filter(({ count }) => count > 0).length);
  const gifts = sumBy(ofRound, ({ giftId }) => String(giftId));
  expect(Object.values(overlay.giftsRound).map(({ giftId, votesTenths }) => [giftId, votesTenths])).toEqual(
    [...gifts]
      .filter(([, sum]) => sum.votesTenths > 0)
      .sort(
        ([a, one], [b, other]) =>
          other.votesTenths - one.votesTenths || other.diamonds - one.diamonds || Number(a) - Number(b),
      )
      .map(([id, { votesTenths }]) => [Number(id), votesTenths]),
  );
}

function ranksOf(ranks: OverlayState['usersShow']) {
  return Object.values(ranks).map(({ name, count, diamonds, votesTenths }) => ({
    name,
    count,
    diamonds,
    votesTenths,
  }));
}

/** Viewers by votes, then by id, as in the report. */
function topUsers(users: readonly (Tally & { id: string; name: string })[]) {
  return users
    .filter(({ votesTenths }) => votesTenths > 0)
    .sort((a, b) => b.votesTenths - a.votesTenths || (a.id < b.id ? -1 : 1))
    .slice(0, 20)
    .map(({ name, count, diamonds, votesTenths }) => ({ name, count, diamonds, votesTenths }));
}

function sumBy(rows: readonly LedgerRow[], keyOf: (row: LedgerRow) => string): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? { count: 0, diamonds: 0, votesTenths: 0 };
    sum.count += row.count;
    sum.diamonds += row.diamonds;
    sum.votesTenths += row.target === 'uncounted' ? 0 : row.votesTenths;
    sums.set(keyOf(row), sum);
  }
  return sums;
}
