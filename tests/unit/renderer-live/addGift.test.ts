import { describe, expect, it } from 'vitest';
import type { KeyValueStore } from '#renderer/data/stores/settingsStore.ts';
import {
  addArgs,
  draftProblems,
  type GiftDraft,
  priceOf,
  readDraft,
  startDraft,
  suggestions,
} from '#renderer/features/show/needs/AddGift.tsx';
import { createNeedsStore, SEEN_KEY } from '#renderer/features/show/needs/needsStore.ts';
import { ROSE, Show } from '#tests/support/show.ts';

const draft: GiftDraft = {
  viewer: 'Nobody yet',
  gift: { ids: [ROSE] },
  diamonds: 1,
  count: 3,
  to: 'unallocated',
  round: 0,
};
const named = (giftId: number) => `gift ${giftId}`;

function giver(show: Show, id: string, name: string): void {
  show.gift(id, { user: { id, name, username: `user.${id}` } });
}

describe('form that adds a gift by hand', () => {
  it('starts with the newest round that has a gap, or with no round', () => {
    const show = Show.inBattle();
    expect(startDraft(show.state).round).toBe(0);
    show.pass(1000);
    show.gap();
    expect(startDraft(show.state).round).toBe(1);
  });

  it('takes the price of a gift from the show or else from the catalogue', () => {
    const show = Show.started();
    expect(priceOf(show.state, { ids: [ROSE] })).toBe(1);
    show.gift('aoi', { giftId: 987_654_321, diamonds: 77 });
    expect(priceOf(show.state, { ids: [987_654_321] })).toBe(77);
    expect(priceOf(show.state, { ids: [987_654_322] })).toBeNull();
    expect(priceOf(show.state, null)).toBeNull();
  });

  it('reports a missing viewer, a missing gift, and a side without a round', () => {
    expect(draftProblems(draft)).toEqual({});
    expect(draftProblems({ ...draft, viewer: '  ', gift: null })).toEqual({
      viewer: { code: 'viewer.nameRequired' },
      gift: { code: 'gift.required' },
    });
    expect(draftProblems({ ...draft, to: 'attacker' })).toEqual({ to: { code: 'round.noSides' } });
    expect(draftProblems({ ...draft, to: 'attacker', round: 1 })).toEqual({});
  });

  it('rejects a number outside of its limits and names the limit', () => {
    expect(draftProblems({ ...draft, count: 100_000, diamonds: 0 })).toEqual({});
    expect(draftProblems({ ...draft, count: 0, diamonds: -1 })).toEqual({
      count: { code: 'number.least', params: { limit: 1 } },
      diamonds: { code: 'number.least', params: { limit: 0 } },
    });
    expect(draftProblems({ ...draft, count: 100_001, diamonds: 1_000_001 })).toEqual({
      count: { code: 'number.most', params: { limit: 100_000 } },
      diamonds: { code: 'number.most', params: { limit: 1_000_000 } },
    });
    expect(draftProblems({ ...draft, count: 1.5 })).toEqual({ count: { code: 'number.whole' } });
  });

  it('parses its values and rejects an empty number', () => {
    expect(readDraft({ ...draft, round: '2' })).toEqual({ ...draft, round: 2 });
    const emptied = readDraft({ ...draft, count: '', diamonds: '' });
    expect(Object.keys(draftProblems(emptied))).toEqual(['count', 'diamonds']);
    expect(readDraft({ ...draft, gift: 'Rose', to: 'elsewhere' })).toMatchObject({
      gift: null,
      to: 'unallocated',
    });
  });

  it('finds the viewer by username, or by a name that only one viewer has', () => {
    const { state } = (() => {
      const show = Show.started();
      giver(show, 'aoi', 'Aoi');
      giver(show, 'ben', 'Same');
      giver(show, 'chen', 'Same');
      return show;
    })();
    const who = (viewer: string) => {
      const args = addArgs(state, { ...draft, viewer }, named);
      return [args?.viewerId, args?.viewerName];
    };
    expect(who('@USER.ben')).toEqual(['ben', 'Same']);
    expect(who(' Aoi ')).toEqual(['aoi', 'Aoi']);
    expect(who('Same')).toEqual([undefined, 'Same']);
    expect(who('@nobody')).toEqual([undefined, 'nobody']);
    expect(addArgs(state, { ...draft, viewer: ' ' }, named)).toBeNull();
    expect(addArgs(state, draft, named)).toMatchObject({ giftId: ROSE, giftName: `gift ${ROSE}`, count: 3 });
  });

  it('suggests a limited number of viewers by part of a name or username', () => {
    const show = Show.started();
    for (let number = 0; number < 50; number += 1) giver(show, `v${number}`, `Viewer ${number}`);
    expect(suggestions(show.state, 'viewer')).toHaveLength(20);
    expect(suggestions(show.state, '@user.v49')).toEqual([{ username: 'user.v49', name: 'Viewer 49' }]);
    expect(suggestions(show.state, ' ')).toEqual([]);
  });
});

describe('store of dismissed items', () => {
  function memory(before?: string): KeyValueStore & { stored: string | null } {
    return {
      stored: before ?? null,
      getItem() {
        return this.stored;
      },
      setItem(key, value) {
        if (key === SEEN_KEY) this.stored = value;
      },
    };
  }

  it('survives a reload, and is cleared for another show', () => {
    const storage = memory();
    const store = createNeedsStore(storage).getState();
    store.enterShow('one');
    store.seeGaps(3);
    expect(createNeedsStore(storage).getState().seen).toEqual({ showId: 'one', gaps: 3 });
    const later = createNeedsStore(storage);
    later.getState().enterShow('one');
    expect(later.getState().seen.gaps).toBe(3);
    later.getState().enterShow('two');
    expect(later.getState().seen).toEqual({ showId: 'two', gaps: 0 });
  });

  it('starts empty if the stored value is invalid', () => {
    for (const broken of ['', '{', '{"showId":1}', 'null']) {
      expect(createNeedsStore(memory(broken)).getState().seen.showId).toBe('');
    }
  });
});
