import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameDecoder } from '#shared/live/frameDecoder.ts';
import { FRAME, Inspection } from '#shared/live/inspection.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { RecentIds } from '#shared/live/recentIds.ts';
import { mulberry } from '#tests/support/random.ts';
import { chatEnvelope, fetchResult, giftEnvelope, pushFrame } from './build.ts';
import { damage } from './damage.ts';

const gunzip = (bytes: Uint8Array, limit: number): Uint8Array =>
  gunzipSync(bytes, { maxOutputLength: limit });

function makeIntake() {
  const inspection = new Inspection();
  const seen = new RecentIds();
  return { intake: new FrameDecoder({ gunzip, inspection, seen }), inspection, seen };
}

const ids = (taken: { messages: { msgId: string }[] }): string[] => taken.messages.map(({ msgId }) => msgId);

describe('frame decoder', () => {
  it('unzips compressed frames and keeps their messages in order', () => {
    const { intake } = makeIntake();
    const content = fetchResult([
      giftEnvelope({ msgId: '1' }),
      chatEnvelope('2'),
      giftEnvelope({ msgId: '3' }),
    ]);
    expect(ids(intake.decode(pushFrame(content), false))).toEqual(['1', '2', '3']);
    expect(intake.stats).toMatchObject({ frames: 1, messages: 3, gifts: 2, duplicates: 0, broken: 0 });
    const plain = fetchResult([chatEnvelope('4')]);
    expect(ids(intake.decode(pushFrame(plain, { zip: false }), false))).toEqual(['4']);
  });

  it('drops a repeated message, in the same frame or a later one', () => {
    const { intake } = makeIntake();
    const gift = giftEnvelope({ msgId: '1' });
    expect(ids(intake.decode(pushFrame(fetchResult([gift, gift])), false))).toEqual(['1']);
    const again = intake.decode(pushFrame(fetchResult([gift, chatEnvelope('2')])), true);
    expect(ids(again)).toEqual(['2']);
    expect(again.raw.map(({ msgId }) => msgId)).toEqual(['2']);
    expect(intake.stats).toMatchObject({ messages: 2, gifts: 1, duplicates: 2 });
  });

  it('charges the budget for the unzipped bytes and all messages, also repeated ones', () => {
    const { intake } = makeIntake();
    const content = fetchResult([chatEnvelope('1'), chatEnvelope('1'), chatEnvelope('2')]);
    expect(intake.decode(pushFrame(content), false).size).toEqual({ bytes: content.length, messages: 3 });
    const heartbeat = pushFrame(Uint8Array.of(8, 1), { type: 'hb' });
    expect(intake.decode(heartbeat, false).size).toEqual({ bytes: heartbeat.length, messages: 0 });
  });

  it('drops a repeated message that has no id in its envelope', () => {
    const { intake } = makeIntake();
    const gift = { ...giftEnvelope({ msgId: '1' }), msgId: '0' };
    expect(ids(intake.decode(pushFrame(fetchResult([gift])), false))).toEqual(['1']);
    expect(ids(intake.decode(pushFrame(fetchResult([gift])), false))).toEqual([]);
    expect(intake.stats).toMatchObject({ messages: 1, gifts: 1, duplicates: 1 });
  });

  it('skips messages of other rooms once the room is known, and keeps those that name no room', () => {
    const { intake } = makeIntake();
    const content = fetchResult([giftEnvelope({ msgId: '1' }), chatEnvelope('2')]);
    intake.onlyRoom = '7300000000000000002';
    expect(intake.decode(pushFrame(content), false)).toMatchObject({ messages: [], raw: [] });
    const likes = new ProtoWriter().varint(2, 5).varint(3, 900).finish();
    const like = { method: 'WebcastLikeMessage', msgId: '3', payload: likes };
    expect(intake.decode(pushFrame(fetchResult([like])), false).messages).toHaveLength(1);
    expect(intake.stats).toMatchObject({ messages: 1, gifts: 0, likes: 900, duplicates: 0 });
    intake.onlyRoom = '7300000000000000001';
    expect(ids(intake.decode(pushFrame(content), false))).toEqual(['1', '2']);
  });

  it('charges a frame that cannot be unzipped like the largest frame', () => {
    const { intake } = makeIntake();
    const fakeZip = pushFrame(Uint8Array.of(0x1f, 0x8b, 1, 2, 3), { logId: '9', zip: false });
    const size = { bytes: 8 * 1024 * 1024, messages: 0 };
    expect(intake.decode(fakeZip, false)).toMatchObject({ logId: '9', size });
  });

  it('lets no frame unzip to more than 8 MB', () => {
    const limits: number[] = [];
    const spy = (bytes: Uint8Array, limit: number): Uint8Array => {
      limits.push(limit);
      return gunzip(bytes, limit);
    };
    const decoder = new FrameDecoder({ gunzip: spy, inspection: new Inspection(), seen: new RecentIds() });
    decoder.decode(pushFrame(fetchResult([chatEnvelope('1')])), false);
    expect(limits).toEqual([8 * 1024 * 1024]);
  });

  it('delivers the intact copy of a message that arrived broken first', () => {
    const { intake } = makeIntake();
    const gift = giftEnvelope({ msgId: '1' });
    const broken = { ...gift, payload: gift.payload.subarray(0, -3) };
    const first = intake.decode(pushFrame(fetchResult([broken, chatEnvelope('2')])), false);
    expect(ids(first)).toEqual(['2']);
    expect(first.lost).toEqual({ detail: 'WebcastGiftMessage' });
    expect(ids(intake.decode(pushFrame(fetchResult([gift])), false))).toEqual(['1']);
  });

  it('reports no loss for a broken message that was no gift', () => {
    const { intake } = makeIntake();
    const chat = { ...chatEnvelope('1'), payload: Uint8Array.of(0xff) };
    const taken = intake.decode(pushFrame(fetchResult([chat])), false);
    expect(taken.lost).toBeUndefined();
    expect(intake.stats.broken).toBe(1);
  });

  it('reports the number of viewers from both messages, and likes that only grow', () => {
    const { intake } = makeIntake();
    const told = (method: string, payload: ProtoWriter) => {
      intake.decode(pushFrame(fetchResult([{ method, msgId: '0', payload: payload.finish() }])), false);
      return [intake.stats.viewers, intake.stats.likes];
    };
    expect(told('WebcastRoomUserSeqMessage', new ProtoWriter().varint(3, 4235))).toEqual([4235, 0]);
    expect(told('WebcastMemberMessage', new ProtoWriter().varint(3, 4240))).toEqual([4240, 0]);
    // A message without the number of viewers reports none.
    expect(told('WebcastMemberMessage', new ProtoWriter().varint(10, 1))).toEqual([4240, 0]);
    expect(told('WebcastLikeMessage', new ProtoWriter().varint(2, 5).varint(3, 900))).toEqual([4240, 900]);
    expect(told('WebcastLikeMessage', new ProtoWriter().varint(2, 5).varint(3, 895))).toEqual([4240, 900]);
  });

  it('keeps unknown messages for the recording', () => {
    const { intake, inspection } = makeIntake();
    const caption = { method: 'WebcastCaptionMessage', msgId: '9', payload: Uint8Array.of(8, 1) };
    const taken = intake.decode(pushFrame(fetchResult([caption])), false);
    expect(taken.messages).toEqual([]);
    expect(taken.raw.map(({ method }) => method)).toEqual(['WebcastCaptionMessage']);
    expect(taken.lost).toBeUndefined();
    expect(inspection.unknown).toBe(1);
  });

  it('counts a frame of garbage, a cut frame or a bad gzip as broken, and reports a loss', () => {
    const { intake, inspection } = makeIntake();
    const whole = pushFrame(fetchResult([giftEnvelope({ msgId: '1' })]));
    const fakeZip = pushFrame(Uint8Array.of(0x1f, 0x8b, 1, 2, 3), { zip: false });
    for (const bytes of [whole.subarray(0, 20), Uint8Array.of(0xff, 0xff), fakeZip]) {
      expect(intake.decode(bytes, false).lost).toEqual({ detail: '' });
    }
    expect(intake.stats).toMatchObject({ frames: 3, broken: 3, messages: 0 });
    expect(inspection.report()).toMatchObject([{ method: FRAME, broken: 3 }]);
  });

  it('rejects a frame that would unzip to more than the limit', () => {
    const { intake } = makeIntake();
    const bomb = pushFrame(new Uint8Array(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    expect(intake.decode(bomb, false).lost).toBeDefined();
    expect(intake.stats.broken).toBe(1);
  });

  it('rejects a frame with hundreds of thousands of messages, and reports a loss', () => {
    const { intake } = makeIntake();
    const messages = Array.from({ length: 400_000 }, () => Uint8Array.of(0x0a, 0x02, 0x0a, 0x00));
    const taken = intake.decode(pushFrame(Buffer.concat(messages)), false);
    expect(taken).toMatchObject({ result: undefined, lost: { detail: '' }, messages: [] });
    expect(intake.stats).toMatchObject({ broken: 1, messages: 0 });
  });

  it('decodes a whole storm: 2,000 gifts in one frame', () => {
    const { intake } = makeIntake();
    const gifts = Array.from({ length: 2000 }, (_, i) => giftEnvelope({ msgId: `1${i}` }));
    expect(intake.decode(pushFrame(fetchResult(gifts)), false).messages).toHaveLength(2000);
    expect(intake.stats).toMatchObject({ gifts: 2000, broken: 0 });
  });

  it('reports no loss for a frame without messages', () => {
    const { intake } = makeIntake();
    const taken = intake.decode(pushFrame(Uint8Array.of(8, 1), { type: 'hb', zip: false }), false);
    expect(taken).toMatchObject({ result: undefined, lost: undefined });
    expect(intake.stats).toMatchObject({ frames: 1, broken: 0 });
  });

  it('survives 100,000 random and damaged frames: it counts each and loses no later gift', () => {
    const random = mulberry(20_261_121);
    const { intake, inspection } = makeIntake();
    let outcomes = 0;
    let intact = 0;
    for (let i = 0; i < 100_000; i += 1) {
      const gift = giftEnvelope({ msgId: `1${i}`, nickname: '美香', repeat: 3, group: '5' });
      const content = fetchResult([gift, chatEnvelope(`2${i}`)], { cursor: 'c', needAck: true });
      // Damages the outer frame, its content, or one message in it.
      const where = Math.floor(random() * 3);
      const damaged =
        where === 0
          ? damage(pushFrame(content, { zip: false }), random)
          : where === 1
            ? pushFrame(damage(content, random), { zip: false })
            : pushFrame(fetchResult([{ ...gift, payload: damage(gift.payload, random) }]), { zip: false });
      const before = { ...intake.stats };
      const taken = intake.decode(damaged, false);
      const { stats } = intake;
      const broken = inspection.broken - before.broken;
      if (taken.result === undefined) {
        // The frame is broken as a whole, or the damage changed its type.
        expect(broken === 1 && taken.lost !== undefined ? 'broken' : taken.lost).toBe(
          broken === 1 ? 'broken' : undefined,
        );
      } else {
        const inside = stats.messages - before.messages;
        expect(inside + stats.duplicates - before.duplicates).toBe(taken.result.messages.length);
        const brokenInside = inside - taken.messages.length - (stats.unknown - before.unknown);
        expect(brokenInside).toBeGreaterThanOrEqual(0);
        expect(brokenInside).toBeLessThanOrEqual(broken);
      }
      outcomes += 1;
      if (i % 100 === 99) {
        const id = `9${i}`;
        const after = intake.decode(pushFrame(fetchResult([giftEnvelope({ msgId: id })])), false);
        expect(ids(after)).toEqual([id]);
        intact += 1;
      }
    }
    expect(outcomes).toBe(100_000);
    expect(intact).toBe(1000);
    expect(intake.stats.frames).toBe(101_000);
    expect(inspection.broken).toBeGreaterThan(20_000);
    const kept = inspection.report().flatMap(({ specimens }) => specimens);
    expect(kept.length).toBeLessThanOrEqual(201 * 5);
  }, 120_000);
});

describe('memory of message ids', () => {
  it('keeps at least the newest ids and forgets older ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(200), { maxLength: 400 }),
        (size, numbers) => {
          const recent = new RecentIds(size);
          const order: string[] = [];
          for (const number of numbers) {
            recent.add(String(number));
            order.push(String(number));
            const distinct = [...new Set(order.toReversed())].slice(0, size);
            for (const id of distinct) expect(recent.has(id)).toBe(true);
          }
        },
      ),
    );
    const recent = new RecentIds(10);
    for (let i = 0; i < 1000; i += 1) recent.add(String(i));
    expect(recent.has('0')).toBe(false);
    expect(recent.has('970')).toBe(false);
    expect(recent.has('990')).toBe(true);
  });

  it('starts with known ids', () => {
    expect(new RecentIds(10, ['a', 'b']).has('a')).toBe(true);
  });
});
