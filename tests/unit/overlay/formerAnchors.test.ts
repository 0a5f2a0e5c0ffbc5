import { describe, expect, it } from 'vitest';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { type RankingPage, rankingPageSchema } from '#shared/contract/overlay/widget.ts';
import { sectionsOf } from '#shared/overlay/change.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { cardsOf } from '../../../overlay/anchors.ts';
import { applyChange } from '../../../overlay/client/client.ts';
import { attemptOf } from '../../../overlay/widgets/countdown/countdown.ts';
import { guideRows } from '../../../overlay/widgets/giftGuide/giftGuide.ts';
import { lastWinners } from '../../../overlay/widgets/lastWinner/lastWinner.ts';
import { sideMembers } from '../../../overlay/widgets/pkBar/pkBar.ts';
import { rankingRows } from '../../../overlay/widgets/ranking/rankingRows.ts';
import { ReadableGifts, recentRows } from '../../../overlay/widgets/recentGifts/recentGifts.ts';

/** Mika and Rei attack, Yuki and Aoi defend. The current preset has only Rei and Yuki. */
function afterTheChange(): OverlayState {
  const state = battleState({ names: ['Mika', 'Rei', 'Yuki', 'Aoi'], perSide: 2 });
  const { a1, a4, ...anchors } = state.anchors;
  const former = Object.fromEntries(
    Object.entries({ a1, a4 }).map(([id, one]) => [id, { nickname: one?.nickname ?? '', avatar: `/${id}` }]),
  );
  const guide = Object.fromEntries(
    Object.entries(state.guide).filter(([, { anchorId }]) => anchorId !== null && anchorId in anchors),
  );
  return { ...state, anchors, former, guide };
}

const page = (more: Partial<RankingPage>) => rankingPageSchema.parse(more);
const lines = (state: Partial<OverlayState>, more: Partial<RankingPage>) =>
  rankingRows(state, page(more)).map(({ rank, name, votesTenths }) => `${rank} ${name} ${votesTenths}`);

/** The anchors of the recent gifts, newest first. */
const namesIn = (state: Partial<OverlayState>) =>
  recentRows(new ReadableGifts(), state, { top: 12, minDiamonds: 0 }, 0).rows.map(({ to }) => to);

describe('former anchor', () => {
  it('is named in recent gifts', () => {
    expect(namesIn(afterTheChange())).toEqual(['Aoi', 'Yuki', 'Rei', 'Mika']);
  });

  it('stays on its side of the bar, after the anchors of the preset', () => {
    const of = (side: 'attacker' | 'defender') =>
      sideMembers(afterTheChange(), side).map(({ name, avatar, streak }) => [name, avatar, streak]);
    expect(of('attacker')).toEqual([
      ['Rei', '', 0],
      ['Mika', '/a1', 3],
    ]);
    expect(of('defender')).toEqual([
      ['Yuki', '', 0],
      ['Aoi', '/a4', 0],
    ]);
  });

  it('is shown as the last winner with name and picture', () => {
    expect(lastWinners(afterTheChange()).map(({ name, avatar }) => [name, avatar])).toEqual([
      ['Mika', '/a1'],
      ['Rei', ''],
    ]);
    expect(lastWinners({})).toEqual([]);
  });

  it('is listed in the ranking with its share of a battle, even without a gift of its own', () => {
    const state = afterTheChange();
    const score = state.scores.a4;
    if (score === undefined) throw new Error('no score');
    const shared: OverlayState = {
      ...state,
      scores: { ...state.scores, a4: { ...score, showTenths: 70, showCount: 0 } },
    };
    expect(lines(shared, { span: 'show', top: 10 }).join()).toContain('Aoi 70');
  });

  it('is named during its resurrection', () => {
    const state = afterTheChange();
    const { now } = state.round;
    const { a1 } = state.scores;
    if (now === undefined || a1 === undefined) throw new Error('no round');
    const trying: OverlayState = {
      ...state,
      round: { now: { ...now, kind: 'resurrection', phase: 'running' } },
      scores: { ...state.scores, a1: { ...a1, reviving: true } },
    };
    expect(attemptOf(trying)).toMatchObject({ id: 'a1', name: 'Mika', avatar: '/a1' });
  });

  it('has a row in a ranking if it has gifts or votes there', () => {
    const state = afterTheChange();
    const shown = ['1 Aoi 4940', '2 Yuki 3705', '3 Rei 2470', '4 Mika 1235'];
    for (const span of ['round', 'show', 'all'] as const) expect(lines(state, { span })).toEqual(shown);
    const { a1 } = state.scores;
    if (a1 === undefined) throw new Error('no score');
    const without = (more: Partial<typeof a1>) => ({
      ...state,
      scores: { ...state.scores, a1: { ...a1, ...more } },
    });
    const rest = shown.slice(0, 3);
    expect(lines(without({ roundTenths: 0, roundCount: 0 }), { span: 'round' })).toEqual(rest);
    expect(lines(without({ showTenths: 0, showCount: 0 }), { span: 'show' })).toEqual(rest);
    expect(lines(without({ allTenths: 0 }), { span: 'all' })).toEqual(rest);
    // A gift without votes suffices, as in the tool.
    expect(lines(without({ showTenths: 0 }), { span: 'show' })).toEqual([...rest, 'null Mika 0']);
  });

  it('comes after anchors of the preset with equal votes', () => {
    const state = afterTheChange();
    const even = Object.entries(state.scores).map(([id, score]) => [id, { ...score, showTenths: 70 }]);
    expect(lines({ ...state, scores: Object.fromEntries(even) }, { span: 'show' })).toEqual([
      '1 Rei 70',
      '1 Yuki 70',
      '1 Mika 70',
      '1 Aoi 70',
    ]);
  });

  it('has no card and no row in the gift guide', () => {
    const state = afterTheChange();
    expect(cardsOf(state).map(({ name }) => name)).toEqual(['Rei', 'Yuki']);
    expect(guideRows(state, true).map(({ owner }) => owner)).toEqual(['Rei', 'Yuki']);
    for (const kind of ['anchorCards', 'giftGuide', 'workbench'] as const) {
      expect(sectionsOf(widgetOptions(kind))).not.toContain('former');
    }
  });

  it('is sent to each widget that names it', () => {
    for (const kind of ['pkBar', 'countdown', 'recentGifts', 'lastWinner', 'effects', 'ranking'] as const) {
      expect(sectionsOf(widgetOptions(kind))).toContain('former');
    }
  });

  it('may be missing in the states of an older hub', () => {
    const { former, ...old } = afterTheChange();
    expect(Object.keys(former)).toHaveLength(2);
    expect(namesIn(old)).toEqual(['', 'Yuki', 'Rei', '']);
    expect(lines(old, { span: 'show' })).toEqual(['1 Yuki 3705', '2 Rei 2470']);
    // A change can add the section.
    expect(applyChange(old, { former })?.state.former).toEqual(former);
  });
});
