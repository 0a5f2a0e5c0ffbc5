import type {
  ArmiesMessage,
  BattleMessage,
  ChatMessage,
  ControlMessage,
  LikeMessage,
  MemberMessage,
  SocialMessage,
  ViewersMessage,
} from '../messages.ts';
import { ProtoReader } from '../proto/reader.ts';
import { type MessageMeta, newHead, readCount, readHead, readTotal, readUser } from './common.ts';

const controlActions = new Map<number, ControlMessage['action']>([
  [1, 'paused'],
  [2, 'resumed'],
  [3, 'ended'],
  [4, 'suspended'],
]);

const battleActions = new Map<number, BattleMessage['action']>([
  [4, 'open'],
  [5, 'finish'],
  [6, 'cut'],
]);

export function decodeControl(payload: Uint8Array, meta: MessageMeta): ControlMessage {
  const control: ControlMessage = { kind: 'control', ...newHead(meta), action: 'other' };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, control);
    else if (reader.field === 2) control.action = controlActions.get(reader.number()) ?? 'other';
    else reader.skip();
  }
  return control;
}

export function decodeBattle(payload: Uint8Array, meta: MessageMeta): BattleMessage {
  const battle: BattleMessage = {
    kind: 'battle',
    ...newHead(meta),
    battleId: '',
    action: 'other',
    startMs: 0,
    duration: 0,
    endMs: 0,
    results: [],
  };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, battle);
    else if (reader.field === 2) battle.battleId = reader.id();
    else if (reader.field === 3) readSettings(reader, battle);
    else if (reader.field === 4) battle.action = battleActions.get(reader.number()) ?? 'other';
    else if (reader.field === 5) readResult(reader, battle);
    else reader.skip();
  }
  return battle;
}

function readSettings(reader: ProtoReader, battle: BattleMessage): void {
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 2) battle.startMs = readTotal(reader);
    else if (reader.field === 3) battle.duration = readTotal(reader);
    else if (reader.field === 10) battle.endMs = readTotal(reader);
    else reader.skip();
  }
  reader.leave(outer);
}

/** Reads one entry of the map from anchor to result. The value contains the anchor's id too. */
function readResult(reader: ProtoReader, battle: BattleMessage): void {
  const entry = { userId: '', result: 0, score: 0 };
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) entry.userId = reader.id();
    else if (reader.field === 2) {
      const inner = reader.enter();
      while (reader.next()) {
        if (reader.field === 2) entry.result = reader.number();
        else if (reader.field === 3) entry.score = readTotal(reader);
        else reader.skip();
      }
      reader.leave(inner);
    } else reader.skip();
  }
  reader.leave(outer);
  battle.results.push(entry);
}

export function decodeArmies(payload: Uint8Array, meta: MessageMeta): ArmiesMessage {
  const armies: ArmiesMessage = { kind: 'armies', ...newHead(meta), battleId: '', scores: [] };
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 1) readHead(reader, armies);
    else if (reader.field === 2) armies.battleId = reader.id();
    else if (reader.field === 3) readArmy(reader, armies);
    else reader.skip();
  }
  return armies;
}

function readArmy(reader: ProtoReader, armies: ArmiesMessage): void {
  const entry = { anchorId: '', score: 0 };
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) entry.anchorId = reader.id();
    else if (reader.field === 2) {
      const inner = reader.enter();
      while (reader.next()) {
        if (reader.field === 2) entry.score = readTotal(reader);
        else reader.skip();
      }
      reader.leave(inner);
    } else reader.skip();
  }
  reader.leave(outer);
  armies.scores.push(entry);
}

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
