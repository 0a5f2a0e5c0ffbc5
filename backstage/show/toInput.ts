import type { GiftInput } from '#shared/contract/input.ts';
import type { GiftMessage } from '#shared/live/messages.ts';

/**
 * A decoded gift as the journal keeps it. Where a message names no recipient of its own, the one of its
 * tracking data stands for it, but only in a room whose owner is known: it is the owner where nobody was
 * chosen, and must not be taken for a choice then.
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
