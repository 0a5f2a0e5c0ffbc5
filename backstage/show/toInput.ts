import type { GiftInput } from '#shared/contract/input.ts';
import type { GiftMessage } from '#shared/live/messages.ts';

/**
 * Converts a decoded gift message to the input that the journal stores. If the message names no recipient, the
 * recipient in its tracking data is used, but only if the owner of the room is known. When the sender chose no
 * recipient, the tracking data names the owner. Without a known owner the two cases cannot be distinguished.
 */
export function toGiftInput(gift: GiftMessage, at: number, ownerKnown: boolean): GiftInput {
  const to = recipient(gift, ownerKnown);
  return {
    kind: 'gift',
    at,
    sentAt: gift.sentAt,
    msgId: gift.msgId,
    user: { id: gift.user.id, name: gift.user.nickname, username: gift.user.displayId },
    giftId: gift.giftId,
    giftName: gift.name,
    diamonds: gift.diamonds,
    streak: gift.streak,
    group: gift.groupId,
    repeat: gift.repeatCount,
    end: gift.repeatEnd,
    tickets: gift.tickets,
    ...(to === undefined ? {} : { to }),
    ...(gift.history === undefined ? {} : { history: gift.history }),
  };
}

function recipient(gift: GiftMessage, ownerKnown: boolean): GiftInput['to'] {
  if (gift.toUser !== undefined && gift.toUser.id !== '') {
    return { id: gift.toUser.id, username: gift.toUser.displayId };
  }
  return ownerKnown && gift.ownerToUserId !== '' ? { id: gift.ownerToUserId, username: '' } : undefined;
}
