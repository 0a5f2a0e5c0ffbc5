import { encodeGift, GIFT_METHOD } from '#backstage/rehearsal/encode/gift.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { rose } from '#backstage/rehearsal/show/gifts.ts';
import { MessageQueue, type RoomFacts } from '#backstage/rehearsal/show/messageQueue.ts';
import type { ShowLocale } from '#backstage/rehearsal/show/names.ts';
import { makeViewer, type ShowAnchor } from '#backstage/rehearsal/show/people.ts';
import { createShow } from '#backstage/rehearsal/show/show.ts';

export interface ScriptOptions {
  seed: number;
  startAt: number;
  room: RoomFacts;
  anchors: readonly ShowAnchor[];
  locale: ShowLocale;
  /** How fast the events are played. */
  speed: number;
  /** Instead of the script's own rate. */
  giftsPerSecond?: number | undefined;
}

type Script = (options: ScriptOptions) => Iterable<ShowEvent>;

export const scripts = {
  /** One long rush. */
  rush: (options) =>
    createShow({ ...options, giftsPerSecond: options.giftsPerSecond ?? 40, phases: false, recipients: 0.05 }),
  /** Hardly anything happens. */
  quiet: (options) =>
    createShow({ ...options, giftsPerSecond: options.giftsPerSecond ?? 0.3, phases: false }),
  /** Everything that a show can have, in turns. */
  mixed: (options) =>
    createShow({ ...options, giftsPerSecond: options.giftsPerSecond ?? 5, recipients: 0.1 }),
  /** A million messages that add a gift each, by 100,000 viewers. */
  million: (options) => makeMillion(options, 100_000, 10),
  /** Nothing but what a test sends by hand. */
  empty: () => [],
} satisfies Record<string, Script>;

export type ScriptName = keyof typeof scripts;

export const scriptNames: readonly string[] = Object.keys(scripts);

export function isScriptName(name: string): name is ScriptName {
  return scriptNames.includes(name);
}

/**
 * Every viewer sends one streak of Roses or of the favourite anchor's gift, one message a piece and no closing
 * one; a thousand streaks run at a time. Messages are lean, so that a million of them take a minute.
 */
export function* makeMillion(options: ScriptOptions, viewers: number, pieces: number): Generator<ShowEvent> {
  const { seed, startAt, room, anchors, locale, speed } = options;
  const stage = new MessageQueue({ room, startAt, detail: 'lean', speed });
  const together = Math.min(1000, viewers);
  let at = 0;
  for (let first = 0; first < viewers; first += together) {
    const group = Array.from({ length: Math.min(together, viewers - first) }, (_, index) => {
      const sender = makeViewer(seed, first + index, locale, anchors);
      const favourite = sender.favourite?.gift;
      const gift = favourite?.type === 1 ? favourite : rose;
      return { sender, gift, groupId: stage.newGroup(at) };
    });
    for (let repeat = 1; repeat <= pieces; repeat++) {
      for (const { sender, gift, groupId } of group) {
        at += 1;
        const words = { repeat, step: 1, end: false, groupId };
        stage.add(
          at,
          at,
          GIFT_METHOD,
          (envelope) => encodeGift(envelope, { gift, sender, recipient: undefined, ...words }),
          {
            userId: sender.id,
            nickname: sender.nickname,
            giftId: gift.id,
            name: gift.name,
            diamonds: gift.diamonds,
            streak: true,
            ...words,
          },
        );
        const event = stage.take();
        if (event !== undefined) yield event;
      }
    }
  }
}
