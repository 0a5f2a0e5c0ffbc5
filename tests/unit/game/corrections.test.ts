import { describe, expect, it } from 'vitest';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { CAT_PAWS, preset, ROSE, Show } from '#tests/support/show.ts';

describe('reassigning gifts', () => {
  it('is refused before collection starts', () => {
    const show = Show.ready();
    const row = show.gift('aoi');
    expect(show.reassign([row], 'anchor:mika')?.code).toBe('session.notStarted');
    expect(show.tenths('anchor:mika')).toBe(0);
    expect(show.state.corrections).toBe(0);
    show.tell({ command: 'session', action: 'start' });
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(show.tenths('anchor:mika')).toBe(10);
  });

  it('moves the votes and the row, and records that an operator did it', () => {
    const show = Show.started();
    const one = show.gift('aoi', { diamonds: 5, repeat: 2 });
    const two = show.gift('ben');
    expect(show.reassign([one, two], 'anchor:rei')).toBeNull();
    expect(show.tenths('unallocated')).toBe(0);
    expect(show.state.targets.get('anchor:rei')).toEqual({
      count: 3,
      diamonds: 11,
      votesTenths: 110,
      rows: 2,
    });
    expect(show.book.row(one)).toMatchObject({
      target: 'anchor:rei',
      reason: 'corrected',
      autoTarget: 'unallocated',
      autoReason: 'unbound',
    });
    expect(show.state.corrections).toBe(1);
  });

  it('does not bind the viewer', () => {
    const show = Show.started();
    show.reassign([show.gift('aoi')], 'anchor:rei');
    const viewer = show.state.viewers.get('aoi');
    expect(viewer && effectiveBinding(show.state, viewer)).toBeNull();
  });

  it('counts a gift from a pause, for the viewer and the gift too', () => {
    const show = Show.started();
    show.tell({ command: 'session', action: 'pause' });
    const row = show.gift('aoi', { repeat: 3 });
    expect(show.state.viewers.get('aoi')?.votesTenths).toBe(0);
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(show.tenths('anchor:mika')).toBe(30);
    expect(show.state.viewers.get('aoi')?.votesTenths).toBe(30);
    expect(show.state.gifts.get(ROSE)?.votesTenths).toBe(30);
    expect(show.reassign([row], 'uncounted')).toBeNull();
    expect(show.state.viewers.get('aoi')).toMatchObject({ count: 3, diamonds: 3, votesTenths: 0 });
    expect(show.state.gifts.get(ROSE)?.votesTenths).toBe(0);
  });

  it('applies to the rest of a growing combo', () => {
    const show = Show.started();
    const row = show.combo('aoi', 3);
    show.reassign([row], 'anchor:yuki');
    show.combo('aoi', 8);
    show.combo('aoi', 9);
    expect(show.book.rows.size).toBe(1);
    expect(show.book.row(row)).toMatchObject({ count: 9, target: 'anchor:yuki', reason: 'corrected' });
    expect(show.tenths('anchor:yuki')).toBe(90);
    show.undo();
    show.combo('aoi', 10);
    expect(show.book.row(row)).toMatchObject({ count: 10, target: 'unallocated', reason: 'unbound' });
    expect(show.tenths('unallocated')).toBe(100);
    expect(show.tenths('anchor:yuki')).toBe(0);
  });

  it('stops applying to a combo when the rules change its credit', () => {
    const show = Show.started();
    const row = show.combo('aoi', 3);
    show.reassign([row], 'anchor:yuki');
    show.gift('aoi', { giftId: CAT_PAWS });
    const next = show.combo('aoi', 5);
    show.combo('aoi', 6);
    expect(show.book.row(row).count).toBe(3);
    expect(show.book.row(next)).toMatchObject({ count: 3, target: 'anchor:mika', reason: 'automatic' });
    expect(show.tenths('anchor:yuki')).toBe(30);
  });

  it('keeps what a combo brought for an anchor who has left the preset', () => {
    const show = Show.started();
    const row = show.combo('aoi', 3);
    show.reassign([row], 'anchor:yuki');
    show.tell({ command: 'choosePreset', preset: preset({ anchors: preset().anchors.slice(0, 2) }) });
    const next = show.combo('aoi', 5);
    expect(show.book.row(row)).toMatchObject({ count: 3, target: 'anchor:yuki' });
    expect(show.book.row(next)).toMatchObject({ count: 2, target: 'unallocated', reason: 'unbound' });
    // A correction can still take votes from an anchor who has left.
    show.undo();
    expect(show.tenths('unallocated')).toBe(50);
  });

  it('twice is undone step by step', () => {
    const show = Show.started();
    const row = show.gift('aoi');
    show.reassign([row], 'anchor:mika');
    show.reassign([row], 'anchor:rei');
    show.undo();
    expect(show.book.row(row)).toMatchObject({ target: 'anchor:mika', reason: 'corrected' });
    show.undo();
    expect(show.book.row(row)).toMatchObject({ target: 'unallocated', reason: 'unbound' });
    expect(show.undo()).toBe(false);
  });
});

describe('correction', () => {
  const good = {
    viewerId: 'aoi',
    giftId: ROSE,
    streakKey: '',
    count: 1,
    diamonds: 1,
    votesTenths: 10,
    from: 'unallocated',
    to: 'anchor:mika',
    reason: 'corrected',
  } as const;

  it('is refused for an unknown row, viewer or anchor', () => {
    const show = Show.started();
    const rowId = show.gift('aoi');
    const tell = (row: object) =>
      show.tell({ command: 'correct', rows: [{ ...good, rowId, ...row }] })?.code ?? 'done';
    expect(tell({ rowId: 999 })).toBe('ledger.rowUnknown');
    expect(tell({ giftId: 1 })).toBe('ledger.rowUnknown');
    expect(tell({ viewerId: 'nobody' })).toBe('viewer.unknown');
    expect(tell({ to: 'anchor:nobody' })).toBe('anchor.unknown');
    expect(tell({})).toBe('done');
  });

  it('is refused if another operator moved the row meanwhile', () => {
    const show = Show.started();
    const rowId = show.gift('aoi');
    const told = { command: 'correct', rows: [{ ...good, rowId }] } as const;
    expect(show.tell({ ...told, rows: [...told.rows] })).toBeNull();
    expect(show.tell({ ...told, rows: [...told.rows] })?.code).toBe('ledger.stale');

    // The anchor has enough other votes, but the state still holds the combo.
    show.gift('ben', { repeat: 50 });
    const combo = show.combo('aoi', 1);
    const { streakKey } = show.book.row(combo);
    show.reassign([combo], 'anchor:rei');
    expect(show.tell({ ...told, rows: [{ ...good, rowId: combo, streakKey }] })?.code).toBe('ledger.stale');
  });

  it('is refused if the row has less than the stated number', () => {
    const show = Show.started();
    const rowId = show.gift('aoi');
    for (const more of [{ count: 2 }, { diamonds: 2 }, { votesTenths: 11 }, { from: 'attacker' as const }]) {
      const rows = [{ ...good, rowId, ...more }];
      expect(show.tell({ command: 'correct', rows })?.code).toBe('ledger.stale');
    }
  });

  it('is refused if it names a row twice or undoes a correction that never was', () => {
    const show = Show.started();
    const rowId = show.gift('aoi');
    show.gift('ben', { repeat: 50 });
    const rows = [
      { ...good, rowId },
      { ...good, rowId },
    ];
    expect(show.tell({ command: 'correct', rows })?.code).toBe('ledger.stale');
    expect(show.tell({ command: 'correct', undoes: 999, rows: [{ ...good, rowId }] })?.code).toBe(
      'ledger.nothingToUndo',
    );
  });
});
