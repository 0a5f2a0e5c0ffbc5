import { readRecording } from '#backstage/recording/read.ts';
import { GIFT_METHOD } from '#backstage/rehearsal/encode/gift.ts';
import { readFields } from '#backstage/rehearsal/encode/reader.ts';
import type { GiftTruth, ShowEvent } from '#backstage/rehearsal/show/event.ts';

const text = new TextDecoder();

/** A recording's events with what their gifts say; rejects for what is no recording. */
export async function loadRecordedEvents(path: string): Promise<ShowEvent[]> {
  const events = await loadRecording(path);
  return events.map((event) =>
    event.method === GIFT_METHOD ? { ...event, truth: readGiftTruth(event.payload) } : event,
  );
}

/**
 * A recording's events in the order of its lines, which is the order of delivery. A line with an earlier time than the
 * one before comes right after that one. Messages from before the recorded show are skipped. Rejects as `readRecording`.
 */
async function loadRecording(path: string): Promise<ShowEvent[]> {
  const events: ShowEvent[] = [];
  let first: number | undefined;
  let latest = 0;
  await readRecording(path, ({ at, method, msgId, payload, history }) => {
    if (history === 'first') return;
    first ??= at;
    latest = Math.max(latest, at - first);
    events.push({ at: latest, method, msgId, payload: Buffer.from(payload, 'base64') });
  });
  return events;
}

/** What a gift message says, read field by field; undefined for a broken one. */
export function readGiftTruth(payload: Uint8Array): GiftTruth | undefined {
  try {
    return readGift(payload);
  } catch {
    return undefined;
  }
}

function readGift(payload: Uint8Array): GiftTruth {
  const message = collect(payload);
  const user = collect(message.bytes(7));
  const gift = collect(message.bytes(15));
  const groupId = message.number(11);
  return {
    userId: user.number(1).toString(),
    nickname: text.decode(user.bytes(3)),
    giftId: Number(message.number(2)),
    name: text.decode(gift.bytes(16)),
    diamonds: Number(gift.number(12)),
    streak: gift.number(11) === 1n,
    groupId: groupId === 0n ? '' : groupId.toString(),
    repeat: Number(message.number(5)),
    step: 0,
    end: message.number(9) === 1n,
  };
}

/** The last value of each field, and the protocol's empty value for what is absent. */
function collect(bytes: Uint8Array): {
  number(field: number): bigint;
  bytes(field: number): Uint8Array;
} {
  const values = new Map<number, bigint | Uint8Array>();
  for (const { field, value } of readFields(bytes)) values.set(field, value);
  return {
    number: (field) => {
      const value = values.get(field);
      return typeof value === 'bigint' ? value : 0n;
    },
    bytes: (field) => {
      const value = values.get(field);
      return value === undefined || typeof value === 'bigint' ? new Uint8Array() : value;
    },
  };
}
