import type { GiftInput } from '#shared/contract/input.ts';

interface BenchGift {
  /** Makes the message's id. */
  number: number;
  viewer: number;
  giftId: number;
  /** ms since 1970. */
  at: number;
  group: string;
  repeat: number;
  end: boolean;
}

/** A gift message with ids and names as long as the platform's. */
export function benchGift({ number, viewer, giftId, at, group, repeat, end }: BenchGift): GiftInput {
  return {
    kind: 'gift',
    at,
    sentAt: at - 200,
    msgId: String(7_300_000_000_000_000_000n + BigInt(number)),
    user: {
      id: String(6_600_000_000_000_000_000n + BigInt(viewer)),
      name: `Viewer ${viewer} ☆`,
      username: `viewer${viewer}`,
    },
    giftId,
    giftName: `Gift ${giftId}`,
    diamonds: 1 + (giftId % 100),
    streak: true,
    group,
    repeat,
    end,
    tickets: 1 + (giftId % 100),
  };
}
