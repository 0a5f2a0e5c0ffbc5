import { describe, expect, it } from 'vitest';
import { nextDue } from '#shared/game/round/time.ts';
import { CAT_PAWS, CROWN, preset, ROSE, Show } from '#tests/support/show.ts';

const rows = (show: Show) =>
  [...show.book.rows.values()].map((row) => `${row.count} ${row.target} ${row.reason}`);

describe('row of a combo', () => {
  it('grows, counts at once and does not count again at the close', () => {
    const show = Show.started();
    const first = show.combo('aoi', 1, { at: show.now });
    expect(show.state.seen.count).toBe(1);
    show.combo('aoi', 3);
    const last = show.combo('aoi', 10, { at: show.now + 700 });
    show.combo('aoi', 10, { end: true, at: show.now + 2000 });
    expect(show.state.seen.count).toBe(10);
    expect(show.book.rows.size).toBe(1);
    expect(show.book.row(first)).toMatchObject({
      rowId: first,
      seq: last,
      at: show.now,
      lastAt: show.now + 700,
      count: 10,
      diamonds: 10,
      votesTenths: 100,
      viewerName: 'AOI',
      viewerUsername: '@aoi',
      giftName: 'Rose',
      unitDiamonds: 1,
      marks: [],
    });
  });

  it('counts 4 and says so if the first message is number 4', () => {
    const show = Show.started();
    const row = show.combo('aoi', 4, { tickets: 1 });
    expect(show.book.row(row)).toMatchObject({ count: 4, marks: ['joinedLate'] });
  });

  it('counts in full and says so if a message was missed', () => {
    const show = Show.started();
    const row = show.combo('aoi', 1, { tickets: 1 });
    show.combo('aoi', 6, { tickets: 2 });
    expect(show.book.row(row)).toMatchObject({ count: 6, marks: ['missedMessage'] });
  });

  it('says that a message was missed where the missed part counts, even if that row is new', () => {
    const show = Show.started();
    const first = show.combo('aoi', 1, { tickets: 1 });
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'mika' });
    const second = show.combo('aoi', 6, { tickets: 2 });
    expect(show.book.row(first)).toMatchObject({ count: 1, marks: [] });
    expect(show.book.row(second)).toMatchObject({ count: 5, marks: ['missedMessage'] });
  });

  it('is followed by a new row when the credit changes', () => {
    const show = Show.started();
    show.combo('aoi', 6);
    show.gift('aoi', { giftId: CROWN });
    show.combo('aoi', 10);
    show.tell({ command: 'session', action: 'pause' });
    show.combo('aoi', 11);
    show.combo('aoi', 13);
    show.tell({ command: 'session', action: 'resume' });
    show.combo('aoi', 14);
    expect(rows(show)).toEqual([
      '6 unallocated unbound',
      '1 anchor:rei exclusive',
      '4 anchor:rei automatic',
      '3 uncounted paused',
      '1 anchor:rei automatic',
    ]);
  });

  it('is followed by a new row when the anchor stays and the reason changes', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    show.combo('aoi', 2);
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'mika' });
    show.combo('aoi', 5);
    expect(rows(show).slice(1)).toEqual(['2 anchor:mika automatic', '3 anchor:mika manual']);
  });

  it('is followed by a new row when the reason stays and the anchor changes', () => {
    const show = Show.started();
    show.gift('aoi');
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'mika' });
    show.combo('aoi', 2);
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'rei' });
    show.combo('aoi', 5);
    expect(rows(show).slice(1)).toEqual(['2 anchor:mika manual', '3 anchor:rei manual']);
  });

  it('never mixes with another viewer, gift, group or room', () => {
    const show = Show.started();
    show.combo('aoi', 2);
    show.combo('ben', 3);
    show.combo('aoi', 4, { giftId: CAT_PAWS });
    show.combo('aoi', 5, { group: 'g2' });
    show.combo('aoi', 6, { group: 'g2', giftId: CAT_PAWS });
    show.put({ kind: 'room', at: 1, username: 'grouplive', roomId: '9', ownerId: '', title: '' });
    show.combo('aoi', 7, { group: 'g2', giftId: CAT_PAWS });
    expect([...show.book.rows.values()].map((row) => row.count)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('shows the newest names of the viewer, and keeps them if a message has none', () => {
    const show = Show.started();
    show.gift('aoi');
    show.gift('aoi', { user: { id: 'aoi', name: 'Aoi ☆', username: '' } });
    expect(show.state.viewers.get('aoi')).toMatchObject({ name: 'Aoi ☆', username: '@aoi', count: 2 });
    show.gift('aoi', { user: { id: 'aoi', name: '', username: '@aoi2' } });
    expect(show.state.viewers.get('aoi')).toMatchObject({ name: 'Aoi ☆', username: '@aoi2', count: 3 });
  });

  it('shows the newest name and price of the gift', () => {
    const show = Show.started();
    show.gift('aoi');
    show.gift('aoi', { giftName: '', diamonds: 2 });
    expect(show.state.gifts.get(ROSE)).toMatchObject({ name: 'Rose', unitDiamonds: 2, diamonds: 3 });
    show.gift('aoi', { giftName: 'バラ' });
    expect(show.state.gifts.get(ROSE)).toMatchObject({ name: 'バラ', unitDiamonds: 1, diamonds: 4 });
  });
});

describe('combos of one gift without a group id', () => {
  const run = (show: Show, repeat: number, after: number, end = false) => {
    show.now += after;
    show.combo('aoi', repeat, { group: '', end });
  };

  it('count again in a new row after the closing message', () => {
    const show = Show.started();
    run(show, 1, 0);
    run(show, 3, 500);
    run(show, 3, 1500, true);
    run(show, 1, 5000);
    run(show, 2, 400);
    run(show, 2, 1500, true);
    run(show, 1, 5000, true);
    expect([...show.book.rows.values()].map(({ count }) => count)).toEqual([3, 2, 1]);
    expect(show.state.seen.count).toBe(6);
  });

  it('ignore a message that was sent before the closing one and arrives after it', () => {
    const show = Show.started();
    run(show, 1, 0);
    const sentAt = show.now + 500;
    run(show, 4, 2000, true);
    show.combo('aoi', 3, { group: '', sentAt });
    expect(show.state.seen.count).toBe(4);
  });

  it('ignore a message that was sent at the same time as the closing one', () => {
    const show = Show.started();
    run(show, 4, 0);
    run(show, 4, 2000, true);
    run(show, 3, 0);
    expect(show.state.seen.count).toBe(4);
    run(show, 3, 1);
    expect(show.state.seen.count).toBe(7);
  });

  it('keep a correction within the combo for which it was made', () => {
    const show = Show.started();
    run(show, 2, 0);
    run(show, 2, 1000, true);
    show.reassign([[...show.book.rows.keys()][0] ?? 0], 'anchor:mika');
    run(show, 1, 3000);
    expect(rows(show)).toEqual(['2 anchor:mika corrected', '1 unallocated unbound']);
  });
});

describe('memory of combos', () => {
  it('lasts 30 minutes from the last message, and only the clock clears it', () => {
    const show = Show.started();
    expect(nextDue(show.state)).toBeNull();
    show.combo('aoi', 3);
    show.now += 10 * 60_000;
    show.combo('ben', 5);
    const due = nextDue(show.state) ?? 0;
    expect(due).toBeGreaterThanOrEqual(1_000_000 + 30 * 60_000);
    expect(due).toBeLessThan(1_000_000 + 31 * 60_000);
    show.put({ kind: 'clock', at: due });
    expect([...show.state.streaks.values()].map((streak) => streak.seen)).toEqual([5]);
    expect(nextDue(show.state)).toBeGreaterThan(due);
    show.now += 3 * 60 * 60_000;
    show.gift('chen');
    expect(show.state.streaks.size).toBe(1);
    show.put({ kind: 'clock', at: show.now });
    expect(show.state.streaks.size).toBe(0);
    expect(nextDue(show.state)).toBeNull();
  });

  it('begins anew for a viewer whose combo was forgotten', () => {
    const show = Show.started();
    show.combo('aoi', 1);
    show.combo('aoi', 2);
    show.now += 60 * 60_000;
    show.put({ kind: 'clock', at: show.now });
    show.combo('aoi', 3);
    show.combo('aoi', 4);
    expect([...show.state.streaks.values()].map((streak) => streak.seen)).toEqual([4]);
    expect(show.book.rows.size).toBe(2);
  });

  it('lasts as long as a combo continues', () => {
    const show = Show.started(preset());
    show.combo('aoi', 1);
    for (let minute = 1; minute <= 90; minute += 1) {
      show.now += 60_000;
      show.combo('aoi', minute + 1);
      show.put({ kind: 'clock', at: show.now });
    }
    expect(show.state.seen.count).toBe(91);
    expect(show.book.rows.size).toBe(1);
  });
});
