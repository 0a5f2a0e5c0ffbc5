import type { ChatMessage, LikeMessage, MemberMessage, SocialMessage, ViewersMessage } from '../messages.ts';
import { ProtoReader } from '../proto/reader.ts';
import { type MessageMeta, newHead, readCount, readHead, readTotal, readUser } from './common.ts';

export function decodeLike(payload: Uint8Array, meta: MessageMeta): LikeMessage {
  const like: LikeMessage = { kind: 'like', ...newHead(meta), user: undefined, count: 0, total: 0 };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, like);
    else if (reader.field === 2) like.count = readCount(reader);
    else if (reader.field === 3) like.total = readTotal(reader);
    else if (reader.field === 5) like.user = readUser(reader);
    else reader.skip();
  }
  return like;
}

export function decodeChat(payload: Uint8Array, meta: MessageMeta): ChatMessage {
  const chat: ChatMessage = { kind: 'chat', ...newHead(meta), user: undefined, text: '' };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, chat);
    else if (reader.field === 2) chat.user = readUser(reader);
    else if (reader.field === 3) chat.text = reader.string();
    else reader.skip();
  }
  return chat;
}

export function decodeMember(payload: Uint8Array, meta: MessageMeta): MemberMessage {
  const member: MemberMessage = {
    kind: 'member',
    ...newHead(meta),
    user: undefined,
    viewers: 0,
    action: 'other',
  };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, member);
    else if (reader.field === 2) member.user = readUser(reader);
    else if (reader.field === 3) member.viewers = readTotal(reader);
    else if (reader.field === 10) {
      const action = reader.number();
      member.action = action === 1 ? 'join' : action === 3 ? 'subscribe' : 'other';
    } else reader.skip();
  }
  return member;
}

/** Follows and shares have the same message; only the key of its sentence differs. */
export function decodeSocial(payload: Uint8Array, meta: MessageMeta): SocialMessage {
  const social: SocialMessage = {
    kind: 'social',
    ...newHead(meta),
    user: undefined,
    action: 'other',
    followers: 0,
    shares: 0,
  };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) {
      const sentence = readHead(reader, social, true);
      social.action = sentence.includes('follow') ? 'follow' : sentence.includes('share') ? 'share' : 'other';
    } else if (reader.field === 2) social.user = readUser(reader);
    else if (reader.field === 6) social.followers = readTotal(reader);
    else if (reader.field === 8) social.shares = readTotal(reader);
    else reader.skip();
  }
  return social;
}

export function decodeViewers(payload: Uint8Array, meta: MessageMeta): ViewersMessage {
  const viewers: ViewersMessage = { kind: 'viewers', ...newHead(meta), now: 0, total: 0 };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, viewers);
    else if (reader.field === 3) viewers.now = readTotal(reader);
    else if (reader.field === 7) viewers.total = readTotal(reader);
    else reader.skip();
  }
  return viewers;
}
