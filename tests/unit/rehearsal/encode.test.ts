import { describe, expect, it } from 'vitest';
import { makeRoom } from '#backstage/rehearsal/index.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { decodeMessage } from '#shared/live/decode.ts';
import { Inspection } from '#shared/live/inspection.ts';
import { ProtoReader } from '#shared/live/proto/reader.ts';
import { makeMillion } from '#tests/simulator/million.ts';
import { readEventGift } from '#tests/simulator/recorded.ts';
import { playShow, showOptions } from './shows.ts';

const show = playShow(300, { recipients: 0.2 });
const of = (method: string): ShowEvent[] => show.filter((event) => event.method === method);
const decode = ({ method, msgId, payload }: ShowEvent) =>
  decodeMessage(method, payload, { msgId, isHistory: false });

function expectTruth(event: ShowEvent): void {
  const { gift } = event;
  expect(decode(event)).toMatchObject({
    kind: 'gift',
    user: { id: gift?.userId, nickname: gift?.nickname },
    giftId: gift?.giftId,
    name: gift?.name,
    diamonds: gift?.diamonds,
    streak: gift?.streak,
    groupId: gift?.groupId,
    repeatCount: gift?.repeat,
    repeatEnd: gift?.end,
    tickets: (gift?.step ?? 0) * (gift?.diamonds ?? 0),
  });
}

describe('generated message', () => {
  it('is decoded by the tool with the same values', () => {
    for (const event of of('WebcastGiftMessage')) expectTruth(event);
  });

  it('has the fields that counting needs in a show of a million gifts too', () => {
    const million = makeMillion(showOptions());
    for (let index = 0; index < 2000; index++) {
      const { value } = million.next();
      if (value === undefined) throw new Error('the show has ended');
      expectTruth(value);
    }
  });

  it("contains the sender's identity as a nested message, as the platform's do", () => {
    for (const { payload } of of('WebcastGiftMessage')) {
      const reader = new ProtoReader(payload);
      while (reader.next() && reader.field !== 32) reader.skip();
      expect(reader.field).toBe(32);
      expect([...reader.bytes()]).toEqual([8, 1, 32, 1]);
    }
  });

  it('of every other kind is decoded too', () => {
    const [battle] = of('WebcastLinkMicBattle').map(decode);
    expect(battle).toMatchObject({ kind: 'battle', action: 'open', duration: expect.any(Number) });
    const finished = of('WebcastLinkMicBattle').map(decode).at(-1);
    expect(finished).toMatchObject({ action: 'finish', results: [{}, {}] });
    expect(of('WebcastLinkMicArmies').map(decode).at(-1)).toMatchObject({ kind: 'armies', scores: [{}, {}] });
    const actions = of('WebcastSocialMessage')
      .map(decode)
      .map((message) => (message?.kind === 'social' ? message.action : ''));
    expect(new Set(actions)).toEqual(new Set(['follow', 'share']));
    expect(of('WebcastChatMessage').map(decode)[0]).toMatchObject({ text: expect.stringMatching(/./) });
    expect(of('WebcastMemberMessage').map(decode)[0]).toMatchObject({ viewers: expect.any(Number) });
    const inspection = new Inspection();
    for (const { method, msgId, payload } of show) {
      decodeMessage(method, payload, { msgId, isHistory: false }, inspection);
    }
    expect(inspection.broken).toBe(0);
  });

  it("names the room's owner as recipient if nobody was chosen, as the platform's do", () => {
    const { owner } = makeRoom('rehearsal', 1, 'ja');
    const recipients = of('WebcastGiftMessage').map((event) => {
      const gift = decode(event);
      if (gift?.kind !== 'gift') throw new Error('not a gift');
      return { chosen: gift.toUser?.id, tracked: gift.ownerToUserId };
    });
    const without = recipients.filter(({ chosen }) => chosen === undefined);
    expect(without.length).toBeGreaterThan(100);
    expect(without.every(({ tracked }) => tracked === owner.id)).toBe(true);
    const chosen = recipients.filter((recipient) => recipient.chosen !== undefined);
    expect(chosen.length).toBeGreaterThan(20);
    expect(chosen.every((recipient) => recipient.chosen === recipient.tracked)).toBe(true);
  });

  it('is as large as a captured one', () => {
    const average = (method: string): number => {
      const sizes = of(method).map(({ payload }) => payload.length);
      return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    };
    expect(average('WebcastGiftMessage')).toBeGreaterThan(4000);
    expect(average('WebcastGiftMessage')).toBeLessThan(9000);
    expect(average('WebcastChatMessage')).toBeGreaterThan(1500);
    expect(average('WebcastLikeMessage')).toBeGreaterThan(1500);
  });

  it("is decoded by the simulator's own reader", () => {
    for (const { payload, gift } of of('WebcastGiftMessage')) {
      expect(readEventGift(payload)).toEqual({ ...gift, step: 0 });
    }
    expect(readEventGift(new Uint8Array([7]))).toBeUndefined();
  });
});
