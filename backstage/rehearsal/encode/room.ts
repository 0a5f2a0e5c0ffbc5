import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { Person } from '../show/people.ts';
import { beginMessage, type Envelope } from './envelope.ts';

/** A burst of likes: `count` new ones, `total` in the room so far. */
export function encodeLike(envelope: Envelope, sender: Person, count: number, total: number): Uint8Array {
  const user = envelope.parts.person(sender);
  return beginMessage(envelope, {
    key: 'pm_mt_msg_viewer',
    pattern: '{0:user} liked the LIVE',
    pieces: [user],
  })
    .varint(2, count)
    .varint(3, total)
    .bytes(5, user)
    .finish();
}

export function encodeChat(envelope: Envelope, sender: Person, content: string): Uint8Array {
  return beginMessage(envelope).bytes(2, envelope.parts.person(sender)).string(3, content).finish();
}

/** A viewer joins (action 1) or subscribes (action 3); `members` is the number of viewers in the room. */
export function encodeMember(
  envelope: Envelope,
  member: Person,
  members: number,
  action: 1 | 3 = 1,
): Uint8Array {
  const user = envelope.parts.person(member);
  return beginMessage(envelope, { key: 'live_room_enter_toast', pattern: '{0:user} joined', pieces: [user] })
    .bytes(2, user)
    .varint(3, members)
    .varint(10, action)
    .finish();
}

/** A follow or a share. Only the display text's key distinguishes them. */
export function encodeSocial(
  envelope: Envelope,
  sender: Person,
  kind: 'follow' | 'share',
  count: number,
): Uint8Array {
  const user = envelope.parts.person(sender);
  const follow = kind === 'follow';
  const message = beginMessage(envelope, {
    key: follow ? 'pm_main_follow_message_viewer_2' : 'pm_mt_guidance_share',
    pattern: follow ? '{0:user} followed the LIVE creator' : '{0:user} shared the LIVE',
    pieces: [user],
  })
    .bytes(2, user)
    .varint(4, follow ? 1 : 3);
  return message.varint(follow ? 6 : 8, count).finish();
}

/** The number of viewers now and in all, and the top senders. */
export function encodeViewers(
  envelope: Envelope,
  top: readonly Person[],
  now: number,
  inAll: number,
): Uint8Array {
  const message = beginMessage(envelope);
  for (const [index, person] of top.entries()) {
    message.message(
      2,
      new ProtoWriter()
        .varint(1, 100 - index)
        .bytes(2, envelope.parts.person(person))
        .varint(3, index + 1),
    );
  }
  return message.varint(3, now).varint(7, inAll).finish();
}

/** A message of a method that Ringside does not decode. Clients must skip it and note it. */
export function encodeCaption(envelope: Envelope, text: string): Uint8Array {
  return beginMessage(envelope)
    .varint(2, envelope.createTime)
    .varint(3, 5120)
    .message(4, new ProtoWriter().string(1, 'en').string(2, text))
    .finish();
}

export function encodeRank(envelope: Envelope, rank: number): Uint8Array {
  return beginMessage(envelope)
    .message(
      2,
      new ProtoWriter()
        .varint(1, 1)
        .varint(2, rank)
        .message(3, new ProtoWriter().string(1, 'pm_mt_Live_WRMark').string(2, 'Weekly No. {0:string}'))
        .varint(10, 290_100),
    )
    .varint(3, 1)
    .finish();
}

/** The state of a match between the hosts of two rooms. */
export interface BattleState {
  battleId: string;
  startMs: number;
  /** Seconds. */
  duration: number;
  sides: readonly { host: Person; score: number }[];
}

/** A battle opens (4), finishes (5) or is cut short (6). Finished and cut ones have results. */
export function encodeBattle(envelope: Envelope, battle: BattleState, action: 4 | 5 | 6): Uint8Array {
  const settings = new ProtoWriter()
    .varint(1, battle.battleId)
    .varint(2, battle.startMs)
    .varint(3, battle.duration)
    .varint(5, action === 4 ? 1 : 3);
  if (action !== 4) settings.varint(10, envelope.createTime);
  const message = beginMessage(envelope).varint(2, battle.battleId).message(3, settings).varint(4, action);
  const best = Math.max(...battle.sides.map((side) => side.score));
  if (action !== 4) {
    for (const { host, score } of battle.sides) {
      const result = new ProtoWriter().varint(1, host.id);
      // The platform omits the winner's 0 and writes 1 for the loser.
      if (score < best) result.varint(2, 1);
      message.message(5, new ProtoWriter().varint(1, host.id).message(2, result.varint(3, score)));
    }
  }
  for (const { host } of battle.sides) {
    const card = new ProtoWriter().varint(1, host.id).string(2, host.nickname).string(4, host.username);
    message.message(10, new ProtoWriter().varint(1, host.id).message(2, new ProtoWriter().message(1, card)));
  }
  return message.finish();
}

/** The running scores of a battle. */
export function encodeArmies(envelope: Envelope, battle: BattleState): Uint8Array {
  const message = beginMessage(envelope).varint(2, battle.battleId);
  for (const { host, score } of battle.sides) {
    message.message(3, new ProtoWriter().varint(1, host.id).message(2, new ProtoWriter().varint(2, score)));
  }
  return message.varint(5, battle.startMs).varint(6, envelope.createTime).varint(7, 1).finish();
}
