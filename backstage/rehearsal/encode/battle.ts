import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { Person } from '../show/people.ts';
import { beginMessage, type Envelope } from './envelope.ts';

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
