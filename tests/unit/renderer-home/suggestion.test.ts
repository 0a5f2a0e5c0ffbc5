import { describe, expect, it } from 'vitest';
import { type Habit, suggestAnchor, turnedRound } from '#renderer/features/show/needs/suggestion.ts';
import { WaitingRows } from '#renderer/features/show/needs/waitingRows.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import { CAT_PAWS, LION, preset, Show } from '#tests/support/show.ts';

/** The group of the row that the show has opened with this input. */
function groupOf(show: Show, rowId: number): WaitingGroup {
  const queue = new WaitingRows();
  const row = show.book.rows.get(rowId);
  if (row !== undefined) queue.add(row);
  const [group] = queue.groups;
  if (group === undefined) throw new Error('the row does not wait');
  return group;
}

const habit = (target: Habit['target'], rows: number): Habit => ({ viewerId: 'aoi', target, rows });

describe('suggested anchor', () => {
  it('is the anchor that got most of the earlier gifts of the viewer', () => {
    const show = Show.started();
    const group = groupOf(show, show.gift('aoi', { giftId: LION }));
    const habits = [habit('anchor:mika', 1), habit('anchor:rei', 4), habit('anchor:gone', 9)];
    expect(suggestAnchor(show.state, group, habits)).toEqual({
      anchorId: 'rei',
      anchor: 'rei',
      why: 'gave',
      times: 4,
    });
    expect(suggestAnchor(show.state, group, [])).toBeNull();
  });

  it('is the anchor that the viewer is bound to while bindings are suspended', () => {
    const show = Show.started();
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'rei' });
    show.gift('aoi', { giftId: CAT_PAWS });
    show.tell({ command: 'suspend', on: true });
    const group = groupOf(show, show.gift('aoi', { giftId: LION }));
    expect(suggestAnchor(show.state, group, [habit('anchor:yuki', 9)])).toMatchObject({
      anchorId: 'mika',
      why: 'bound',
    });
  });

  it('is the anchor whose own gift it is, for a gift from before the preset had it', () => {
    const show = Show.started(preset({ anchors: preset().anchors.map((one) => ({ ...one, gift: null })) }));
    const group = groupOf(show, show.gift('aoi', { giftId: CAT_PAWS }));
    show.tell({ command: 'choosePreset', preset: preset() });
    expect(suggestAnchor(show.state, group, [])).toMatchObject({ anchorId: 'mika', why: 'gift' });
  });
});

describe('gifts that can turn a battle', () => {
  it('are those with as many votes as the lead, in their own round', () => {
    const show = Show.inBattle();
    show.gift('ben', { repeat: 30, giftId: CAT_PAWS });
    const small = groupOf(show, show.gift('aoi', { giftId: LION, repeat: 29 }));
    const big = groupOf(show, show.gift('aoi', { giftId: LION, repeat: 30 }));
    expect(turnedRound(show.state, small)).toBeNull();
    expect(turnedRound(show.state, big)).toBe(1);
    show.act('end');
    expect(turnedRound(show.state, big)).toBe(1);
    expect(turnedRound(show.state, { ...big, round: 0 })).toBeNull();
  });
});
