import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { head, letters, person, personId, picture, sentence } from './recordedParts.ts';

/** A time at which real messages were captured. */
export const START = 1_701_793_766_001;

type Make = (seed: number, msgId: string, at: number) => ProtoWriter;

const msg = (): ProtoWriter => new ProtoWriter();
const names = ['Rose', 'Cat Paws', 'Health Potion', 'ローズ', '玫瑰'];

/** Streaks of six messages: five with rising counts and a closing one. */
const gift: Make = (seed, msgId, at) => {
  const sender = Math.floor(seed / 6) % 500;
  const step = seed % 6;
  const giftId = 5655 + (sender % 40);
  const text = sentence('webcast_aweme_gift_send_message', '{0:user} sent {1:gift} {2:string}', sender);
  const icon = (): ProtoWriter => picture(giftId, 2, 101).string(5, '#D6D6D6');
  const details = msg()
    .message(1, icon())
    .string(2, 'Sent a gift')
    .varint(4, 1000)
    .varint(5, giftId)
    .varint(7, 1)
    .varint(10, 1)
    .varint(11, 1)
    .varint(12, (sender % 9) + 1)
    .varint(13, 1)
    .string(16, names[sender % names.length] ?? '')
    .message(21, icon())
    .string(106, '\u0000');
  const repeat = Math.min(step + 1, 5);
  const tracking = msg().varint(1, personId(0)).varint(2, 1095).varint(3, at).varint(4, at).varint(5, at);
  const message = msg()
    .message(1, head('WebcastGiftMessage', msgId, at, text).string(7, 'vdb18bc: gifted the host 1 Rose'))
    .varint(2, giftId);
  if (step < 5) message.varint(3, (sender % 9) + 1);
  message.varint(4, 1).varint(5, repeat).varint(6, repeat).message(7, person(sender));
  if (step === 5) message.varint(9, 1);
  return message
    .varint(11, START + Math.floor(seed / 6))
    .varint(13, 1)
    .message(15, details)
    .string(16, letters(34, seed))
    .varint(17, 4)
    .string(19, '')
    .message(23, tracking.varint(6, at).varint(7, 87).varint(8, personId(0)).varint(9, at).string(10, 'ios'))
    .message(32, msg().varint(1, 1).varint(4, 1))
    .varint(34, 1)
    .message(
      39,
      msg()
        .varint(2, personId(9))
        .string(4, letters(43, seed))
        .string(5, `aweme://${letters(110, 3)}`),
    );
};

const chat: Make = (seed, msgId, at) =>
  msg()
    .message(1, head('WebcastChatMessage', msgId, at))
    .message(2, person(seed))
    .string(3, `加油！ nice show ${letters(12, seed)}`)
    .string(14, 'en')
    .message(18, msg().message(1, msg().varint(1, personId(seed + 1))));

const like: Make = (seed, msgId, at) => {
  const text = (): ProtoWriter => sentence('pm_mt_msg_viewer', '{0:user} liked the LIVE');
  const message = msg()
    .message(1, head('WebcastLikeMessage', msgId, at, text()))
    .varint(2, 15)
    .varint(3, seed * 10);
  return message
    .message(5, person(seed))
    .message(8, msg().varint(1, personId(0)).message(2, text()))
    .varint(9, 1);
};

const member: Make = (seed, msgId, at) => {
  const text = (): ProtoWriter => sentence('live_room_enter_toast', '{0:user} joined', seed);
  const message = msg()
    .message(1, head('WebcastMemberMessage', msgId, at, text()))
    .message(2, person(seed));
  return message
    .varint(3, 4205)
    .varint(10, 1)
    .message(18, seed % 2 === 0 ? text() : msg())
    .string(19, 'live_cover');
};

const social: Make = (seed, msgId, at) => {
  const text = sentence('pm_main_follow_message_viewer_2', '{0:user} followed the host', seed);
  const message = msg()
    .message(1, head('WebcastSocialMessage', msgId, at, text))
    .message(2, person(seed));
  return message.varint(4, 1).varint(6, 812 + seed);
};

const viewers: Make = (seed, msgId, at) => {
  const message = msg().message(1, head('WebcastRoomUserSeqMessage', msgId, at));
  for (let rank = 1; rank <= 3; rank += 1) {
    message.message(
      2,
      msg()
        .varint(1, 4186 - rank)
        .message(2, person((seed + rank) * 4))
        .varint(3, rank),
    );
  }
  for (let rank = 4; rank <= 16; rank += 1) {
    message.message(
      2,
      msg()
        .varint(1, 900)
        .message(2, msg().varint(1, personId(rank)))
        .varint(3, rank),
    );
  }
  return message.varint(3, 4235).varint(7, 174_421);
};

const control: Make = (seed, msgId, at) =>
  msg()
    .message(1, head('WebcastControlMessage', msgId, at))
    .varint(2, (seed % 2) + 1)
    .string(4, '');

const battle: Make = (seed, msgId, at) => {
  const message = msg()
    .message(1, head('WebcastLinkMicBattle', msgId, at))
    .varint(2, personId(5));
  message
    .message(3, msg().varint(1, personId(5)).varint(2, at).varint(3, 301).varint(5, 1).varint(6, 1))
    .varint(4, 5);
  for (const side of [1, 2]) {
    const id = personId(seed + side);
    message.message(
      5,
      msg()
        .varint(1, id)
        .message(
          2,
          msg()
            .varint(1, id)
            .varint(2, side)
            .varint(3, seed * 3),
        ),
    );
    const top = msg()
      .message(1, armyMember(seed + side))
      .message(1, armyMember(seed + side + 1))
      .varint(2, 782);
    message.message(9, msg().varint(1, id).message(2, top));
    message.message(
      10,
      msg()
        .varint(1, id)
        .message(2, msg().message(1, person(seed + side))),
    );
  }
  return message;
};

const armyMember = (seed: number): ProtoWriter =>
  msg()
    .varint(1, personId(seed))
    .varint(2, 5)
    .string(3, 'Team ミカ')
    .message(4, picture(seed, 2, 180));

const armies: Make = (seed, msgId, at) => {
  const message = msg()
    .message(1, head('WebcastLinkMicArmies', msgId, at))
    .varint(2, personId(5));
  for (const side of [1, 2]) {
    const army = msg();
    for (let i = 0; i < 3; i += 1) army.message(1, armyMember(seed + side + i));
    message.message(
      3,
      msg()
        .varint(1, personId(seed + side))
        .message(2, army.varint(2, seed * 7)),
    );
  }
  return message
    .varint(5, at)
    .varint(6, at)
    .varint(7, 1)
    .message(11, picture(7, 2, 101));
};

/** Messages that Ringside ignores, in their usual sizes. */
const passed =
  (method: string, size: 'small' | 'middle' | 'large'): Make =>
  (seed, msgId, at) => {
    const message = msg()
      .message(1, head(method, msgId, at))
      .varint(2, 11);
    if (size === 'small') {
      const text = sentence('pm_mt_Live_WRMark', `No. ${letters(12, seed)}`);
      return message.message(4, msg().string(1, 'en').message(3, text));
    }
    const list = msg();
    for (let i = 0; i < 6; i += 1) {
      const link = msg()
        .varint(1, personId(1))
        .varint(2, personId(seed + i));
      list.message(
        2,
        msg()
          .message(1, link)
          .string(2, letters(41, seed + i))
          .varint(4, at)
          .string(5, '3050'),
      );
    }
    message.message(102, list);
    return size === 'middle' ? message : message.message(101, msg().varint(1, 21).message(4, person(seed)));
  };

/** Each kind with its number among 263 messages captured from real rooms. */
export const kinds: [method: string, share: number, make: Make][] = [
  ['WebcastGiftMessage', 62, gift],
  ['WebcastEnvelopeMessage', 20, passed('WebcastEnvelopeMessage', 'middle')],
  ['WebcastRankUpdateMessage', 20, passed('WebcastRankUpdateMessage', 'small')],
  ['WebcastBarrageMessage', 19, passed('WebcastBarrageMessage', 'large')],
  ['WebcastLikeMessage', 19, like],
  ['WebcastLinkLayerMessage', 19, passed('WebcastLinkLayerMessage', 'middle')],
  ['WebcastMemberMessage', 19, member],
  ['WebcastChatMessage', 18, chat],
  ['WebcastControlMessage', 13, control],
  ['WebcastRoomUserSeqMessage', 12, viewers],
  ['WebcastCaptionMessage', 10, passed('WebcastCaptionMessage', 'small')],
  ['WebcastGoalUpdateMessage', 10, passed('WebcastGoalUpdateMessage', 'large')],
  ['WebcastSocialMessage', 10, social],
  ['WebcastLinkMicBattle', 7, battle],
  ['WebcastLinkMicArmies', 5, armies],
];
