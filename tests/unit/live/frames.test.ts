import { describe, expect, it } from 'vitest';
import { decodeFetchResult, decodeMessage, decodePushFrame } from '#shared/live/decode.ts';
import { FRAME, Inspection } from '#shared/live/inspection.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { fetchResult, giftEnvelope, pushFrame, user } from './build.ts';

const meta = { msgId: '7301', isHistory: false };

describe('frame', () => {
  it('keeps at most 200 parameters of its route', () => {
    const routeParams = Object.fromEntries(Array.from({ length: 205 }, (_, at) => [`key${at}`, 'x']));
    expect(decodeFetchResult(fetchResult([], { routeParams }))?.routeParams.size).toBe(200);
  });

  it('has no id to acknowledge if the platform sent none', () => {
    const bytes = new ProtoWriter().string(7, 'msg').finish();
    expect(decodePushFrame(bytes)).toMatchObject({ logId: '', payloadType: 'msg' });
  });
});

describe('fetch result', () => {
  it('without fields has no cursor, no push server and asks for no acknowledgement', () => {
    expect(decodeFetchResult(new Uint8Array(0))).toMatchObject({
      messages: [],
      cursor: '',
      pushServer: '',
      needAck: false,
    });
  });
});

describe('invalid message', () => {
  const gift = (more: (message: ProtoWriter) => ProtoWriter) => more(new ProtoWriter().varint(5, 1)).finish();
  const impossible = 'a number that cannot be right';
  const whole = (message: ProtoWriter) => message.varint(2, 5655).message(7, user('3'));
  it.each([
    ['no gift id', gift((message) => message.message(7, user('3'))), 'a gift without an id'],
    ['no sender', gift((message) => message.varint(2, 5655)), 'a gift without a sender'],
    [
      'a sender without an id',
      gift((message) => message.varint(2, 5655).message(7, user('0'))),
      'a gift without a sender',
    ],
    ['a negative count', gift((message) => whole(message).varint(5, '18446744073709551615')), impossible],
    ['an impossible count', gift((message) => whole(message).varint(5, 10_000_001)), impossible],
    [
      'an impossible number of diamonds',
      gift((message) => whole(message).message(15, new ProtoWriter().varint(12, 10_000_001))),
      impossible,
    ],
    ['an impossible gift id', gift((message) => whole(message).varint(2, '7300000000000000001')), impossible],
    [
      'a text for a number',
      gift((message) => whole(message).string(5, 'five')),
      'another wire type than expected',
    ],
  ])('(%s) is counted and stored with the reason, but not delivered', (_, payload, reason) => {
    const inspection = new Inspection();
    expect(decodeMessage('WebcastGiftMessage', payload, meta, inspection)).toBeUndefined();
    expect(inspection.broken).toBe(1);
    const [report] = inspection.report();
    expect(report).toMatchObject({ method: 'WebcastGiftMessage', broken: 1, unknown: 0 });
    expect(report?.specimens[0]?.bytes).toEqual(payload);
    expect(report?.specimens[0]?.reason).toBe(reason);
  });

  it('is undefined without an inspection to store it', () => {
    expect(decodeMessage('WebcastGiftMessage', Uint8Array.of(0xff), meta)).toBeUndefined();
    expect(decodeMessage('WebcastNobodyKnows', Uint8Array.of(0xff), meta)).toBeUndefined();
  });
});

describe('frame', () => {
  it('contains its messages, its cursor and its acknowledgement', () => {
    const bytes = fetchResult([giftEnvelope({ msgId: '1' }), giftEnvelope({ msgId: '2' }, true)], {
      cursor: 'c-1',
      internalExt: 'ext',
      needAck: true,
      heartbeat: 5000,
      pushServer: 'wss://push.test/im/',
      routeParams: { imprp: 'x', __proto__: 'y' },
    });
    const frame = decodePushFrame(pushFrame(bytes, { logId: '18446744073709551615', zip: false }));
    expect(frame).toMatchObject({ logId: '18446744073709551615', payloadType: 'msg' });
    const result = decodeFetchResult(frame?.payload ?? new Uint8Array());
    expect(result).toMatchObject({ cursor: 'c-1', needAck: true, heartbeatDuration: 5000 });
    expect(result?.pushServer).toBe('wss://push.test/im/');
    expect(result?.routeParams.get('imprp')).toBe('x');
    expect(new TextDecoder().decode(result?.internalExt)).toBe('ext');
    expect(result?.messages.map(({ msgId, isHistory }) => [msgId, isHistory])).toEqual([
      ['1', false],
      ['2', true],
    ]);
  });

  it('keeps its intact messages beside one with a broken envelope', () => {
    const inspection = new Inspection();
    const bytes = new ProtoWriter()
      .bytes(1, Uint8Array.of(0x0a, 0x20, 0x41))
      .bytes(1, new ProtoWriter().string(1, 'WebcastChatMessage').varint(3, '2').finish())
      .finish();
    const result = decodeFetchResult(bytes, inspection);
    expect(result?.messages.map(({ msgId }) => msgId)).toEqual(['2']);
    expect(inspection.report()).toMatchObject([{ method: '', broken: 1 }]);
  });

  it('is counted as one when it is broken as a whole', () => {
    const inspection = new Inspection();
    const bytes = fetchResult([giftEnvelope({ msgId: '1' })]);
    expect(decodeFetchResult(bytes.subarray(0, -1), inspection)).toBeUndefined();
    expect(decodePushFrame(pushFrame(bytes).subarray(0, -1), inspection)).toBeUndefined();
    expect(inspection.report()).toMatchObject([{ method: FRAME, broken: 2 }]);
  });
});
