import { describe, expect, it } from 'vitest';
import { decodeMessage } from '#shared/live/decode.ts';
import { giftPicture } from '#shared/live/decoders/gift.ts';
import { Inspection } from '#shared/live/inspection.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { common, giftPayload, user } from './build.ts';

const meta = { msgId: '7301', isHistory: false };
const SENT = 1_700_000_000_000;

function decode(method: string, content: ProtoWriter) {
  return decodeMessage(method, content.finish(), meta);
}

describe('decoded message', () => {
  it('of a gift contains sender, recipient, gift and number', () => {
    const recipient = user('7000000000000000009', 'Aya', 'aya_live');
    const payload = new ProtoWriter()
      .bytes(999, new Uint8Array(3))
      .message(1, common('WebcastGiftMessage', '7301'))
      .varint(2, 5655)
      .varint(3, 3)
      .varint(4, 2)
      .varint(5, 7)
      .varint(6, 8)
      .message(7, user('18446744073709551615', '美香 🌹', 'mika'))
      .message(8, recipient)
      .varint(9, 1)
      .varint(11, '1701792311393')
      .message(15, new ProtoWriter().varint(5, 5655).varint(11, 1).varint(12, 10).string(16, 'Rose'))
      .varint(17, 4)
      .message(23, new ProtoWriter().varint(8, '6838231546857686021'))
      .string(28, 'order-1');
    expect(decode('WebcastGiftMessage', payload)).toEqual({
      kind: 'gift',
      msgId: '7301',
      sentAt: SENT,
      history: undefined,
      user: { id: '18446744073709551615', nickname: '美香 🌹', displayId: 'mika' },
      giftId: 5655,
      name: 'Rose',
      diamonds: 10,
      giftType: 1,
      streak: true,
      groupId: '1701792311393',
      repeatCount: 7,
      repeatEnd: true,
      comboCount: 8,
      groupCount: 2,
      tickets: 3,
      toUser: { id: '7000000000000000009', displayId: 'aya_live' },
      ownerToUserId: '6838231546857686021',
      sendType: 4,
      orderId: 'order-1',
    });
  });

  it('of a gift has the address of its picture, and a broken picture does not cost the gift', () => {
    const withImage = (image: ProtoWriter | null) => {
      const gift = new ProtoWriter();
      if (image === null) gift.varint(1, 5);
      else gift.message(1, image);
      gift.varint(11, 1).varint(12, 10).string(16, 'Rose');
      const payload = new ProtoWriter().varint(2, 5655).message(7, user('3')).message(15, gift);
      const decoded = decode('WebcastGiftMessage', payload);
      if (decoded?.kind !== 'gift') throw new Error('no gift');
      expect(decoded).toMatchObject({ giftId: 5655, diamonds: 10, name: 'Rose' });
      return decoded.image === undefined ? '' : giftPicture(decoded.image);
    };
    const first = 'https://p16-webcast.tiktokcdn.com/rose.png';
    expect(withImage(new ProtoWriter().string(1, first).string(1, 'https://other.example/'))).toBe(first);
    expect(withImage(new ProtoWriter().string(2, 'webcast-va/rose'))).toBe('');
    expect(withImage(new ProtoWriter().varint(1, 7))).toBe('');
    expect(withImage(null)).toBe('');
  });

  it('of a gift takes the gift id from the gift if the message has none', () => {
    const gift = new ProtoWriter().varint(5, 5655).varint(12, 10);
    const payload = new ProtoWriter().message(7, user('3')).message(15, gift);
    expect(decode('WebcastGiftMessage', payload)).toMatchObject({ giftId: 5655, diamonds: 10 });
  });

  it.each(['WebcastChatMessage', 'WebcastLinkMicBattle'])('of the kind %s has the send time', (method) => {
    const payload = new ProtoWriter().message(1, common(method, '7301')).message(2, user('3'));
    const battle = new ProtoWriter().message(1, common(method, '7301')).varint(2, '99');
    const content = method === 'WebcastChatMessage' ? payload : battle;
    expect(decode(method, content)).toMatchObject({ msgId: '7301', sentAt: SENT });
  });

  it.each([
    [1, 'join'],
    [3, 'subscribe'],
    [7, 'other'],
  ])('of a member with the action %i has the action %s', (number, action) => {
    const payload = new ProtoWriter().message(2, user('3')).varint(10, number);
    expect(decode('WebcastMemberMessage', payload)).toMatchObject({ user: { id: '3' }, action });
  });

  it('of a follow has the user who follows', () => {
    const head = common('WebcastSocialMessage', '1').message(
      8,
      new ProtoWriter().string(1, 'pm_main_follow'),
    );
    const payload = new ProtoWriter().message(1, head).message(2, user('8'));
    expect(decode('WebcastSocialMessage', payload)).toMatchObject({ user: { id: '8' }, action: 'follow' });
  });

  it('of a gift without names has empty ones', () => {
    const sender = new ProtoWriter().varint(1, '3');
    const payload = new ProtoWriter().varint(2, 5655).message(7, sender);
    expect(decode('WebcastGiftMessage', payload)).toMatchObject({
      user: { id: '3', nickname: '', displayId: '' },
      name: '',
      groupId: '',
    });
  });

  it('of a gift treats missing fields as absent', () => {
    const gift = decodeMessage('WebcastGiftMessage', giftPayload({ msgId: '5', type: 2 }), meta);
    expect(gift).toMatchObject({
      streak: false,
      groupId: '',
      toUser: undefined,
      ownerToUserId: '',
      orderId: '',
    });
  });

  it('uses the id inside the message if the frame has none', () => {
    const gift = decodeMessage('WebcastGiftMessage', giftPayload({ msgId: '77' }), {
      msgId: '',
      isHistory: false,
    });
    expect(gift?.msgId).toBe('77');
  });

  it('of history tells whether it was sent before the client entered', () => {
    const payload = giftPayload({ msgId: '5' });
    const history = (isHistory: boolean, resumed?: boolean) =>
      decodeMessage('WebcastGiftMessage', payload, { msgId: '5', isHistory, resumed: resumed ?? false })
        ?.history;
    expect([history(false), history(false, true), history(true), history(true, true)]).toEqual([
      undefined,
      undefined,
      'first',
      'again',
    ]);
  });

  it('does not depend on the order of its fields', () => {
    const reversed = new ProtoWriter()
      .varint(10, 1)
      .varint(3, 4205)
      .message(2, new ProtoWriter().string(38, 'mika').varint(1, '42').string(3, 'Mika'))
      .message(1, new ProtoWriter().varint(4, SENT).string(1, 'WebcastMemberMessage'));
    expect(decode('WebcastMemberMessage', reversed)).toEqual({
      kind: 'member',
      msgId: '7301',
      sentAt: SENT,
      history: undefined,
      user: { id: '42', nickname: 'Mika', displayId: 'mika' },
      viewers: 4205,
      action: 'join',
    });
  });

  it('of likes, chats and viewers contains their numbers and words', () => {
    const like = new ProtoWriter()
      .message(1, common('', '1'))
      .varint(2, 15)
      .varint(3, 1817084)
      .message(5, user('3'));
    expect(decode('WebcastLikeMessage', like)).toMatchObject({
      kind: 'like',
      count: 15,
      total: 1817084,
      sentAt: SENT,
    });
    const chat = new ProtoWriter().message(2, user('3')).string(3, '加油！');
    expect(decode('WebcastChatMessage', chat)).toMatchObject({ kind: 'chat', text: '加油！', sentAt: 0 });
    const viewers = new ProtoWriter().varint(3, 4235).varint(7, 174421);
    expect(decode('WebcastRoomUserSeqMessage', viewers)).toMatchObject({
      kind: 'viewers',
      now: 4235,
      total: 174421,
    });
  });

  it.each([
    ['pm_main_follow_message_viewer_2', 'follow'],
    ['pm_mt_guidance_share', 'share'],
    ['pm_mt_something_else', 'other'],
  ])('of the sentence %s is %s', (key, action) => {
    const head = common('WebcastSocialMessage', '1').message(8, new ProtoWriter().string(1, key));
    const social = new ProtoWriter().message(1, head).message(2, user('3')).varint(6, 12).varint(8, 34);
    expect(decode('WebcastSocialMessage', social)).toMatchObject({
      kind: 'social',
      action,
      followers: 12,
      shares: 34,
      sentAt: SENT,
    });
  });

  it.each([
    [1, 'paused'],
    [2, 'resumed'],
    [3, 'ended'],
    [4, 'suspended'],
    [9, 'other'],
  ])('of control %d is %s', (action, name) => {
    expect(decode('WebcastControlMessage', new ProtoWriter().varint(2, action))).toMatchObject({
      action: name,
    });
  });

  it('of a battle and its armies contains each side and its score', () => {
    const result = (id: string, score: number, won: number) =>
      new ProtoWriter()
        .varint(1, id)
        .message(2, new ProtoWriter().varint(1, id).varint(2, won).varint(3, score));
    const battle = new ProtoWriter()
      .varint(2, '99')
      .message(
        3,
        new ProtoWriter()
          .varint(1, '99')
          .varint(2, SENT)
          .varint(3, 301)
          .varint(10, SENT + 301_000),
      )
      .varint(4, 5)
      .message(5, result('7256007334706873370', 782, 1))
      .message(5, result('6601110644475461638', 1170, 0));
    expect(decode('WebcastLinkMicBattle', battle)).toMatchObject({
      kind: 'battle',
      battleId: '99',
      action: 'finish',
      startMs: SENT,
      duration: 301,
      endMs: SENT + 301_000,
      results: [
        { userId: '7256007334706873370', result: 1, score: 782 },
        { userId: '6601110644475461638', result: 0, score: 1170 },
      ],
    });
    const army = (id: string, score: number) =>
      new ProtoWriter().varint(1, id).message(2, new ProtoWriter().varint(2, score));
    const armies = new ProtoWriter().varint(2, '99').message(3, army('1', 3)).message(3, army('2', 9));
    expect(decode('WebcastLinkMicArmies', armies)).toMatchObject({
      kind: 'armies',
      battleId: '99',
      scores: [
        { anchorId: '1', score: 3 },
        { anchorId: '2', score: 9 },
      ],
    });
  });

  it('of a battle and its armies skips unknown fields and treats missing ones as absent', () => {
    const odd = () => new ProtoWriter().varint(77, 7).string(78, 'new');
    const result = () => odd().varint(1, '42').message(2, odd().varint(3, 5));
    const battle = () => odd().varint(2, '99').message(3, odd().varint(3, 301)).message(5, result());
    expect(decode('WebcastLinkMicBattle', battle())).toMatchObject({
      battleId: '99',
      action: 'other',
      duration: 301,
      startMs: 0,
      results: [{ userId: '42', result: 0, score: 5 }],
    });
    expect(decode('WebcastLinkMicBattle', battle().varint(4, 77))).toMatchObject({ action: 'other' });
    const armies = odd()
      .varint(2, '99')
      .message(3, odd().message(2, odd().varint(2, 3)));
    expect(decode('WebcastLinkMicArmies', armies)).toMatchObject({
      battleId: '99',
      scores: [{ anchorId: '', score: 3 }],
    });
    const member = odd().message(2, user('3')).varint(10, 77);
    expect(decode('WebcastMemberMessage', member)).toMatchObject({ user: { id: '3' }, action: 'other' });
  });

  it('keeps every character of a name, also invisible ones', () => {
    const chat = (text: string) => decode('WebcastChatMessage', new ProtoWriter().string(3, text));
    expect(chat('\ufeffMika')).toMatchObject({ text: '\ufeffMika' });
  });

  it.each([
    ['a gift', { giftId: 0 }, 'a gift without an id'],
    ['a sender', { userId: '0' }, 'a gift without a sender'],
    ['a message id', { msgId: '0' }, 'a gift without a message id'],
  ])('of a gift without %s is rejected, because it could be counted twice', (_, parts, reason) => {
    const inspection = new Inspection();
    const payload = giftPayload({ msgId: '5', ...parts });
    const unnamed = { msgId: '', isHistory: false };
    expect(decodeMessage('WebcastGiftMessage', payload, unnamed, inspection)).toBeUndefined();
    expect(inspection.broken).toBe(1);
    expect(inspection.report()).toMatchObject([{ specimens: [{ fault: 'broken', reason }] }]);
  });

  it('treats an impossible send time as absent', () => {
    const chat = new ProtoWriter()
      .message(1, new ProtoWriter().varint(4, '18446744073709551615'))
      .string(3, 'a');
    expect(decode('WebcastChatMessage', chat)).toMatchObject({ sentAt: 0 });
  });
});
