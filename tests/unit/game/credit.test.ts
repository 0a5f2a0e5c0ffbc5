import { describe, expect, it } from 'vitest';
import { anchor, CAT_PAWS, CAT_PAWS_ABROAD, CROWN, preset, room, Show } from '#tests/support/show.ts';

/** The target and reason in the gift's row. */
const credit = (show: Show, rowId: number) => {
  const { target, reason } = show.book.row(rowId);
  return `${target} ${reason}`;
};

const bind = (show: Show, viewerId: string, anchorId: string) =>
  show.tell({ command: 'bind', viewerId, anchorId });

describe('credit of a gift', () => {
  it('is unallocated while the viewer is not bound', () => {
    const show = Show.started();
    expect(credit(show, show.gift('aoi'))).toBe('unallocated unbound');
  });

  it('goes to the anchor of the exclusive gift, for each of the gift’s ids', () => {
    const show = Show.started();
    expect(credit(show, show.gift('aoi', { giftId: CAT_PAWS }))).toBe('anchor:mika exclusive');
    expect(credit(show, show.gift('ben', { giftId: CAT_PAWS_ABROAD }))).toBe('anchor:mika exclusive');
    expect(credit(show, show.gift('chen', { giftId: CROWN }))).toBe('anchor:rei exclusive');
  });

  it('goes to the bound anchor afterwards, bound by an exclusive gift or by hand', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(credit(show, show.gift('aoi'))).toBe('anchor:mika automatic');
    bind(show, 'aoi', 'yuki');
    expect(credit(show, show.gift('aoi'))).toBe('anchor:yuki manual');
  });

  it('goes to the exclusive gift’s anchor even if the viewer is bound and pinned to another', () => {
    const show = Show.started();
    show.gift('aoi');
    bind(show, 'aoi', 'yuki');
    show.tell({ command: 'pin', viewerId: 'aoi', pinned: true });
    expect(credit(show, show.gift('aoi', { giftId: CROWN }))).toBe('anchor:rei exclusive');
    expect(credit(show, show.gift('aoi'))).toBe('anchor:yuki manual');
  });

  it('goes to the recipient first, by account or by @name in any letter case', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(credit(show, show.gift('aoi', { to: { id: '7003', username: '' } }))).toBe(
      'anchor:yuki recipient',
    );
    const byName = { giftId: CROWN, to: { id: '1', username: 'YUKI.live' } };
    expect(credit(show, show.gift('aoi', byName))).toBe('anchor:yuki recipient');
  });

  it('does not bind the viewer when it comes from the recipient', () => {
    const show = Show.started();
    show.gift('aoi', { to: { id: '7003', username: '' } });
    expect(credit(show, show.gift('aoi'))).toBe('unallocated unbound');
    show.gift('aoi', { giftId: CROWN, to: { id: '7003', username: '' } });
    expect(credit(show, show.gift('aoi'))).toBe('unallocated unbound');
  });

  it('does not go to the room’s owner, whom every message names', () => {
    const owner = anchor('host', { username: 'GroupLive', userId: room.ownerId });
    const show = Show.started(preset({ anchors: [owner] }));
    for (const username of ['', 'grouplive', 'GroupLive']) {
      const to = { id: room.ownerId, username };
      expect(credit(show, show.gift('aoi', { to }))).toBe('unallocated unbound');
    }
    expect(credit(show, show.gift('aoi', { to: { id: '', username: 'grouplive' } }))).toBe(
      'unallocated unbound',
    );
  });

  it('goes to the recipient in a room whose owner id is unknown', () => {
    const show = Show.started();
    show.put({ ...room, ownerId: '' });
    const to = { id: '', username: 'yuki.live' };
    expect(credit(show, show.gift('aoi', { to }))).toBe('anchor:yuki recipient');
  });

  it('goes to the first of two anchors to whom an old preset gave the same gift', () => {
    const gift = { ids: [CROWN] };
    const show = Show.started(preset({ anchors: [anchor('mika', { gift }), anchor('rei', { gift })] }));
    expect(credit(show, show.gift('aoi', { giftId: CROWN }))).toBe('anchor:mika exclusive');
  });

  it('does not go to an anchor without an account when the message names an empty account', () => {
    const show = Show.started();
    expect(credit(show, show.gift('aoi', { to: { id: '', username: '' } }))).toBe('unallocated unbound');
  });

  it('follows the exclusive gift when the recipient is no anchor', () => {
    const show = Show.started();
    const to = { id: '55', username: 'stranger' };
    expect(credit(show, show.gift('aoi', { giftId: CROWN, to }))).toBe('anchor:rei exclusive');
  });

  it('goes to the gift’s new anchor after a change of preset', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CROWN });
    const swapped = preset({ anchors: [anchor('mika', { gift: { ids: [CROWN] } })] });
    show.tell({ command: 'choosePreset', preset: swapped });
    expect(credit(show, show.gift('aoi'))).toBe('unallocated unbound');
    expect(credit(show, show.gift('aoi', { giftId: CROWN }))).toBe('anchor:mika exclusive');
  });
});

describe('uncounted gift', () => {
  it('is recorded with its reason before the start, in a pause and after the end', () => {
    const show = Show.ready();
    const exclusive = { giftId: CROWN };
    expect(credit(show, show.gift('aoi', exclusive))).toBe('uncounted notStarted');
    show.tell({ command: 'session', action: 'start' });
    show.tell({ command: 'session', action: 'pause' });
    expect(credit(show, show.gift('aoi', { to: { id: '7003', username: '' } }))).toBe('uncounted paused');
    show.tell({ command: 'session', action: 'end' });
    expect(credit(show, show.gift('aoi', exclusive))).toBe('uncounted ended');
    expect(show.state.seen.count).toBe(3);
    expect(show.state.viewers.get('aoi')).toMatchObject({ count: 3, votesTenths: 0 });
    expect([...show.state.targets.keys()]).toEqual(['uncounted']);
  });

  it('lies outside of the inclusive price range, and still binds if it is exclusive', () => {
    const show = Show.started(preset({ giftPrice: { min: 5, max: 100 } }));
    expect(credit(show, show.gift('aoi', { diamonds: 4 }))).toBe('uncounted price');
    expect(credit(show, show.gift('aoi', { diamonds: 5 }))).toBe('unallocated unbound');
    expect(credit(show, show.gift('aoi', { diamonds: 100 }))).toBe('unallocated unbound');
    expect(credit(show, show.gift('aoi', { diamonds: 101, giftId: CROWN }))).toBe('uncounted price');
    expect(credit(show, show.gift('aoi', { diamonds: 5 }))).toBe('anchor:rei automatic');
  });

  it('leaves no trace if it was sent before listening began', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CROWN, history: 'first' });
    show.combo('aoi', 7, { history: 'first' });
    expect(show.state.seen.count).toBe(0);
    expect(show.state.viewers.size).toBe(0);
    expect(show.book.rows.size).toBe(0);
    // The combo continues: only its new pieces count.
    show.combo('aoi', 9);
    expect(show.state.seen.count).toBe(2);
  });

  it('is not a gift that a reconnect delivers late: that gift counts normally', () => {
    const show = Show.started();
    show.combo('aoi', 3);
    show.combo('aoi', 5, { history: 'again' });
    show.gift('ben', { repeat: 2, history: 'again' });
    expect(show.state.seen.count).toBe(7);
  });
});
