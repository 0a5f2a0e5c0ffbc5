import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EventGift, ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { awkwardNames } from '#backstage/rehearsal/show/names.ts';
import { makeAnchors, makeViewer } from '#backstage/rehearsal/show/people.ts';
import { phaseAt } from '#backstage/rehearsal/show/show.ts';
import { playShow } from './shows.ts';

const digest = (events: readonly ShowEvent[]): string => {
  const hash = createHash('sha256');
  for (const { at, method, msgId, payload } of events)
    hash.update(`${at} ${method} ${msgId} `).update(payload);
  return hash.digest('hex');
};

const giftsOf = (events: readonly ShowEvent[]): { at: number; gift: EventGift }[] =>
  events.flatMap(({ at, gift }) => (gift === undefined ? [] : [{ at, gift }]));

/** The messages of each streak, in the order of their arrival. */
function streaksOf(events: readonly ShowEvent[]): EventGift[][] {
  const streaks = new Map<string, EventGift[]>();
  for (const { gift } of giftsOf(events)) {
    if (!gift.streak) continue;
    const key = `${gift.userId} ${gift.giftId} ${gift.groupId}`;
    streaks.set(key, [...(streaks.get(key) ?? []), gift]);
  }
  return [...streaks.values()];
}

describe('generated show', () => {
  it('has the same bytes for the same seed, and others for another seed', () => {
    const first = digest(playShow(60));
    expect(digest(playShow(60))).toBe(first);
    expect(digest(playShow(60, { seed: 2 }))).not.toBe(first);
  });

  it('is in order of time, with a unique id for each message', () => {
    const events = playShow(300, { giftsPerSecond: 40 });
    const times = events.map((event) => event.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(events.map((event) => event.msgId)).size).toBe(events.length);
    expect(events.every((event) => /^\d{19}$/.test(event.msgId))).toBe(true);
  });

  it.each([0.5, 5, 40, 1000])('has %d gift messages a second on average', (giftsPerSecond) => {
    const seconds = giftsPerSecond === 0.5 ? 1200 : giftsPerSecond === 1000 ? 20 : 240;
    const events = playShow(seconds, { giftsPerSecond, activity: () => 1 });
    const rate = giftsOf(events).filter(({ gift }) => gift.step > 0).length / seconds;
    expect(rate).toBeGreaterThan(giftsPerSecond * 0.85);
    expect(rate).toBeLessThan(giftsPerSecond * 1.15);
  });

  it('has rushes and quiet stretches', () => {
    const gifts = giftsOf(playShow(300, { giftsPerSecond: 20 }));
    const rateIn = (name: string): number => {
      const during = gifts.filter(({ at, gift }) => gift.step > 0 && phaseAt(at).name === name);
      let length = 0;
      for (let at = 0; at < 300_000; at += 1000) if (phaseAt(at).name === name) length++;
      return during.length / length;
    };
    expect(rateIn('rush')).toBeGreaterThan(rateIn('steady') * 1.3);
    expect(rateIn('quiet')).toBeLessThan(rateIn('steady') * 0.6);
  });

  it('has every kind of message, chats and battles as well as gifts', () => {
    const methods = new Set(playShow(300).map((event) => event.method));
    expect([...methods].sort()).toEqual([
      'WebcastCaptionMessage',
      'WebcastChatMessage',
      'WebcastGiftMessage',
      'WebcastLikeMessage',
      'WebcastLinkMicArmies',
      'WebcastLinkMicBattle',
      'WebcastMemberMessage',
      'WebcastRankUpdateMessage',
      'WebcastRoomUserSeqMessage',
      'WebcastSocialMessage',
    ]);
  });
});

describe('gifts of a generated show', () => {
  const events = playShow(600, { giftsPerSecond: 20 });
  const streaks = streaksOf(events);
  const increments = streaks.map((streak) => streak.filter((message) => message.step > 0));

  it('are single, slow, jumping, long and all at once', () => {
    const totals = (streak: EventGift[]): number[] => streak.map((message) => message.repeat);
    const ascending = increments.map((streak) =>
      totals(streak)
        .sort((a, b) => a - b)
        .join(' '),
    );
    expect(ascending).toContain('1');
    expect(ascending).toContain('1 2 3 4');
    expect(ascending).toContain('1 3 7 10');
    expect(increments.some((streak) => streak.some((message) => message.repeat === 200))).toBe(true);
    expect(events.some(({ gift }) => gift !== undefined && !gift.streak && gift.diamonds >= 1000)).toBe(true);
  });

  it('sometimes overtake each other, and sometimes lack the closing message', () => {
    expect(
      increments.some((streak) =>
        streak.some((message, index) => message.repeat < (streak[index - 1]?.repeat ?? 0)),
      ),
    ).toBe(true);
    // Ignore the last streaks, which are still open at the end of the generated show.
    const until = 1_732_000_000_000 + 450_000;
    const begun = streaks.filter(([first]) => first !== undefined && Number(first.groupId) < until);
    const unclosed = begun.filter((streak) => !streak.some((message) => message.end));
    expect(unclosed.length).toBeGreaterThan(0);
    expect(unclosed.length).toBeLessThan(begun.length * 0.1);
  });

  it('overlap: one viewer has two streaks at once, also of one gift', () => {
    const open = new Map<string, Set<string>>();
    let twoGifts = false;
    let twoGroups = false;
    for (const { gift } of giftsOf(events)) {
      if (!gift.streak) continue;
      const running = open.get(gift.userId) ?? new Set();
      open.set(gift.userId, running);
      const key = `${gift.giftId} ${gift.groupId}`;
      if (gift.end) running.delete(key);
      else running.add(key);
      const ids = [...running].map((entry) => entry.split(' ')[0]);
      twoGifts ||= new Set(ids).size > 1;
      twoGroups ||= new Set(ids).size < ids.length;
    }
    expect([twoGifts, twoGroups]).toEqual([true, true]);
  });

  it('state in each message what it adds, so that a missing message is noticed', () => {
    const wrong = increments.filter((streak) => {
      const inOrder = [...streak].sort((a, b) => a.repeat - b.repeat);
      return inOrder.some(
        (message, index) => message.step !== message.repeat - (inOrder[index - 1]?.repeat ?? 0),
      );
    });
    // A streak that the end of the show cuts off may lack a late message.
    expect(wrong.length).toBeLessThan(increments.length * 0.01);
  });

  it("of an anchor's exclusive gift come mostly from that anchor's supporters", () => {
    const anchors = makeAnchors(1, 'ja', 4);
    const favourites = new Map<string, string | undefined>();
    for (let index = 0; index < 4000; index++) {
      const viewer = makeViewer(1, index, 'ja', anchors);
      favourites.set(viewer.id, viewer.favourite?.id);
    }
    for (const anchor of anchors) {
      const senders = giftsOf(events)
        .filter(({ gift }) => gift.giftId === anchor.gift.id)
        .map(({ gift }) => favourites.get(gift.userId));
      expect(senders.length).toBeGreaterThan(10);
      expect(senders.filter((id) => id === anchor.id).length).toBeGreaterThan(senders.length / 2);
    }
  });

  it('name a recipient only if the options ask for it', () => {
    const names = (recipients: number): number => {
      const anchors = makeAnchors(1, 'ja', 4);
      const gifts = playShow(60, { recipients, giftsPerSecond: 10 }).filter(({ gift }) => gift !== undefined);
      return gifts.filter(({ payload }) =>
        anchors.some((anchor) => Buffer.from(payload).includes(anchor.username)),
      ).length;
    };
    expect(names(0)).toBe(0);
    expect(names(0.3)).toBeGreaterThan(20);
  });
});

describe('audience of a generated show', () => {
  const anchors = makeAnchors(1, 'ja', 4);
  const audience = Array.from({ length: 5000 }, (_, index) => makeViewer(1, index, 'ja', anchors));

  it('is mostly silent, and few are generous', () => {
    const share = (spending: string): number =>
      audience.filter((viewer) => viewer.spending === spending).length / audience.length;
    expect(share('silent')).toBeGreaterThan(0.5);
    expect(share('generous')).toBeGreaterThan(0.01);
    expect(share('generous')).toBeLessThan(0.06);
  });

  it('has names of every kind, including ones that break layouts, and ids beyond safe integers', () => {
    const names = new Set(audience.map((viewer) => viewer.nickname));
    for (const awkward of awkwardNames) expect(names).toContain(awkward);
    expect(Math.max(...[...names].map((name) => name.length))).toBe(40);
    expect(Math.min(...[...names].map((name) => [...name].length))).toBe(1);
    expect(new Set(audience.map((viewer) => viewer.id)).size).toBe(audience.length);
    expect(new Set(audience.map((viewer) => viewer.username)).size).toBe(audience.length);
    expect(audience.every(({ id }) => id.length === 19 && !Number.isSafeInteger(Number(id)))).toBe(true);
  });
});
