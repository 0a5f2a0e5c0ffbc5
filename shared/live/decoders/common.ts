import type { History, LiveUser } from '../messages.ts';
import { BrokenMessage, ProtoReader } from '../proto/reader.ts';

/** The facts about a message that its frame provides. */
export interface MessageMeta {
  msgId: string;
  isHistory: boolean;
  /** The session has received this room before, so history may contain missed messages. */
  resumed?: boolean;
}

/** The fields that every message has. */
interface Head {
  msgId: string;
  sentAt: number;
  history?: History | undefined;
}

/** The latest time that a JavaScript Date can represent (ms). */
const LAST_TIME = 8_640_000_000_000_000;
const MAX_COUNT = 10_000_000;

/** Returns a head with the facts of the frame; `readHead` adds those of the message. */
export function newHead(meta: MessageMeta): Head {
  return {
    msgId: meta.msgId,
    sentAt: 0,
    history: meta.isHistory ? (meta.resumed ? 'again' : 'first') : undefined,
  };
}

/**
 * Reads the Common part of a message. An impossible send time counts as absent, because the arrival can replace it and
 * dropping the message would be worse. With `sentence`, returns the key of the sentence that the platform's own client
 * shows; '' for none.
 */
export function readHead(reader: ProtoReader, head: Head, sentence = false): string {
  let key = '';
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 2 && head.msgId === '') head.msgId = reader.id();
    else if (reader.field === 4) {
      const time = reader.number();
      head.sentAt = time <= LAST_TIME ? time : 0;
      // Stop here: the remaining fields are the sentence and its pictures.
      if (!sentence && head.msgId !== '') break;
    } else if (sentence && reader.field === 8) key = readString(reader, 1);
    else reader.skip();
  }
  reader.leave(outer);
  return key;
}

/** Reads the room id of a message of any kind; '' if it has none or is broken. */
export function readRoomId(payload: Uint8Array): string {
  try {
    const reader = new ProtoReader(payload);
    while (reader.next()) {
      if (reader.field === 1) return readId(reader, 3);
      reader.skip();
    }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error;
  }
  return '';
}

function readId(reader: ProtoReader, field: number): string {
  reader.enter();
  while (reader.next()) {
    if (reader.field === field) return reader.id();
    reader.skip();
  }
  return '';
}

/** Reads a nested user: id, nickname and @name; '' for absent fields. */
export function readUser(reader: ProtoReader): LiveUser {
  const user = { id: '', nickname: '', displayId: '' };
  // Stop after the three fields: avatars and badges are most of a user's bytes.
  let missing = 3;
  const outer = reader.enter();
  while (missing > 0 && reader.next()) {
    if (reader.field === 1) user.id = reader.id();
    else if (reader.field === 3) user.nickname = reader.string();
    else if (reader.field === 38) user.displayId = reader.string();
    else {
      reader.skip();
      continue;
    }
    missing -= 1;
  }
  reader.leave(outer);
  return user;
}

/** The string in one field of a nested message; '' if absent. */
function readString(reader: ProtoReader, field: number): string {
  let value = '';
  const outer = reader.enter();
  while (value === '' && reader.next()) {
    if (reader.field === field) value = reader.string();
    else reader.skip();
  }
  reader.leave(outer);
  return value;
}

/** Reads a number of pieces, diamonds or viewers. A number above `max` makes the message broken. */
export function readCount(reader: ProtoReader, max: number = MAX_COUNT): number {
  const value = reader.number();
  if (value > max) throw new BrokenMessage('a number that cannot be right');
  return value;
}

/** Reads a total that grows with the room. The only limit is that the number is exact. */
export function readTotal(reader: ProtoReader): number {
  return readCount(reader, Number.MAX_SAFE_INTEGER);
}
