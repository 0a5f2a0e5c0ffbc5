import { readRecording } from '#backstage/recording/line.ts';
import { readFields } from '#backstage/rehearsal/encode/frame.ts';
import { GIFT_METHOD } from '#backstage/rehearsal/encode/gift.ts';
import type { EventGift, ShowEvent } from '#backstage/rehearsal/show/event.ts';

const text = new TextDecoder();

/** Loads the events of a recording with their decoded gifts. Rejects if the file is not a recording. */
export async function loadRecordedEvents(path: string): Promise<ShowEvent[]> {
  const events = await loadRecording(path);
  return events.map((event) =>
    event.method === GIFT_METHOD ? { ...event, gift: readEventGift(event.payload) } : event,
  );
}

/**
 * Loads events in the order of the lines, which is the order of delivery. An event with an earlier time than its
 * predecessor gets the predecessor's time. Skips messages from before the recorded show. Rejects as `readRecording`.
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

/** Decodes a gift message field by field. Returns undefined if the message is broken. */
export function readEventGift(payload: Uint8Array): EventGift | undefined {
  try {
    return readGift(payload);
  } catch {
    return undefined;
  }
}

function readGift(payload: Uint8Array): EventGift {
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

/** Reads the last value of each field. An absent field is 0 or empty, as in Protocol Buffers. */
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
