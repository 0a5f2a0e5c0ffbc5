import { describe, expect, it } from 'vitest';
import { newShowId } from '#backstage/show/facts.ts';
import { toGiftInput } from '#backstage/show/toInput.ts';
import { giftInputSchema } from '#shared/contract/input.ts';
import type { GiftMessage } from '#shared/live/messages.ts';

const message: GiftMessage = {
  kind: 'gift',
  msgId: '1',
  sentAt: 5,
  user: { id: '7', nickname: 'Mika', displayId: 'mika' },
  giftId: 5655,
  name: 'Rose',
  diamonds: 1,
  giftType: 1,
  streak: true,
  groupId: '3',
  repeatCount: 4,
  repeatEnd: false,
  comboCount: 1,
  groupCount: 1,
  tickets: 1,
  toUser: undefined,
  ownerToUserId: '99',
  sendType: 0,
  orderId: '',
  image: undefined,
};

describe('gift input', () => {
  it('names the recipient that the sender chose', () => {
    const chosen = { ...message, toUser: { id: '12', displayId: 'aki' } };
    expect(toGiftInput(chosen, 9, true).to).toEqual({ id: '12', username: 'aki' });
    expect(toGiftInput(chosen, 9, false).to).toEqual({ id: '12', username: 'aki' });
  });

  it('uses the recipient of the tracking data only if the owner of the room is known', () => {
    expect(toGiftInput(message, 9, true).to).toEqual({ id: '99', username: '' });
    expect(toGiftInput(message, 9, false).to).toBeUndefined();
  });

  it('matches the contract and has the arrival as its time', () => {
    const input = toGiftInput({ ...message, history: 'again' }, 9, false);
    expect(giftInputSchema.parse(input)).toEqual(input);
    expect(input).toMatchObject({ at: 9, sentAt: 5, repeat: 4, history: 'again' });
  });
});

describe('show ids', () => {
  it('sort by the time of creation, also within a second', () => {
    const moments = [0, 7, 70, 700, 999, 1000, 59_999, 86_400_000].map((ms) => 1_700_000_000_000 + ms);
    const ids = moments.map((now, index) => newShowId(now, () => 1 - (index + 1) / 10));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
