import type { History, LiveUser } from '../messages.ts';
import { BrokenMessage, ProtoReader } from '../proto/reader.ts';

/** What a decoder is told of its message by the frame around it. */
export interface MessageMeta {
  msgId: string;
  isHistory: boolean;
  /** The session had been listening before, so history may hold what an interruption hid. */
  resumed?: boolean;
}

/** The fields that every message has. */
export interface Head {
  msgId: string;
  sentAt: number;
  history?: History | undefined;
}

/** The latest moment that a JavaScript date can tell. */
const LAST_TIME = 8_640_000_000_000_000;
const MAX_COUNT = 10_000_000;

export function newHead(meta: MessageMeta): Head {
  return {
    msgId: meta.msgId,
    sentAt: 0,
    history: meta.isHistory ? (meta.resumed ? 'again' : 'first') : undefined,
  };
}

/**
 * The Common part of a message. A send time that cannot be one counts as absent: losing the message for it
 * would be worse, and the arrival stands in. Returns, where it is asked for, the key of the sentence that the
 * platform's own client would show, '' for none.
 */
export function readHead(reader: ProtoReader, head: Head, sentence = false): string {
  let key = '';
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 2 && head.msgId === '') head.msgId = reader.id();
    else if (reader.field === 4) {
      const time = reader.number();
      head.sentAt = time <= LAST_TIME ? time : 0;
      // What follows is the sentence with all its pictures.
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

export function readUser(reader: ProtoReader): LiveUser {
  const user = { id: '', nickname: '', displayId: '' };
  // Avatars and badges make up most of a user, so stop as soon as the three are there.
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

/** The string in one field of a nested message, '' when it is not there. */
export function readString(reader: ProtoReader, field: number): string {
  let value = '';
  const outer = reader.enter();
  while (value === '' && reader.next()) {
    if (reader.field === field) value = reader.string();
    else reader.skip();
  }
  reader.leave(outer);
  return value;
}

/** A number of pieces, diamonds or viewers; one that is past all belief makes the message broken. */
export function readCount(reader: ProtoReader, max: number = MAX_COUNT): number {
  const value = reader.number();
  if (value > max) throw new BrokenMessage('a number that cannot be right');
  return value;
}

/** A total that grows with a room; it must only be exact. */
export function readTotal(reader: ProtoReader): number {
  return readCount(reader, Number.MAX_SAFE_INTEGER);
}
