import { Random } from '../random.ts';
import { exclusiveGifts, type ShowGift } from './gifts.ts';
import { makeNickname, makeUsername, type ShowLocale } from './names.ts';

/** An account as the platform's messages carry it. */
export interface Person {
  /** 19 digits: above 2^53, so a string. */
  id: string;
  nickname: string;
  /** Without @. */
  username: string;
  /** Gifter level on the badge, 0 for none. */
  level: number;
  /** Seed of this person's pictures and badges. */
  look: number;
}

/** A performer of the show, with its exclusive gift. */
export interface ShowAnchor extends Person {
  gift: ShowGift;
}

export type Spending = 'silent' | 'small' | 'regular' | 'generous';

/** A member of the audience. */
export interface Viewer extends Person {
  spending: Spending;
  /** The anchor whose fan this viewer is. */
  favourite: ShowAnchor | undefined;
}

const VIEWER_BASE = 6_600_000_000_000_000_000n;
const VIEWER_STEP = 900_719_925_471n;
const ANCHOR_BASE = 6_200_000_000_000_000_000n;

const stageNames: Record<ShowLocale, readonly string[]> = {
  ja: ['ひまり', 'レン', 'ことね', 'ユウキ', 'みるく', 'カイト'],
  en: ['Stella', 'Rio', 'Juno', 'Ace', 'Honey', 'Blaze'],
  zh_CN: ['小暖', '凯文', '可可', '阿泽', '甜甜', '星宇'],
};

const stageUsernames = [
  'himari.stage',
  'ren_onair',
  'kotone.live',
  'yuki_ring',
  'milk.tea.live',
  'kaito_zero',
];

/** The show's performers, three to six. Their names are fixed; their ids depend on the seed. */
export function makeAnchors(seed: number, locale: ShowLocale, count: number): ShowAnchor[] {
  const anchors: ShowAnchor[] = [];
  for (const [index, gift] of exclusiveGifts.slice(0, count).entries()) {
    const random = new Random(seed, 0xa11c, index);
    anchors.push({
      id: (ANCHOR_BASE + BigInt(random.int(0, 0x7fff_ffff)) * 64n + BigInt(index)).toString(),
      nickname: stageNames[locale][index] ?? `Anchor ${index + 1}`,
      username: stageUsernames[index] ?? `anchor${index + 1}`,
      level: random.int(10, 35),
      look: random.int(0, 0x7fff_ffff),
      gift,
    });
  }
  return anchors;
}

/**
 * Creates the viewer of this number. The function is pure, so an audience of 100,000 needs no memory. Six viewers in
 * ten send nothing, and few of the others send much.
 */
export function makeViewer(
  seed: number,
  index: number,
  locale: ShowLocale,
  anchors: readonly ShowAnchor[],
): Viewer {
  const random = new Random(seed, 0x7e3e, index);
  const spending = random.weighted<Spending>([
    ['silent', 60],
    ['small', 27],
    ['regular', 10],
    ['generous', 3],
  ]);
  // The first anchor of the list has the most fans, the last one the fewest.
  const loved = anchors.map((anchor, rank) => [anchor, 1 / (rank + 1.5)] as const);
  const devoted = anchors.length > 0 && random.chance(0.75);
  const salt = BigInt(new Random(seed, 0x5a17).int(0, 0x7fff_ffff));
  return {
    id: (VIEWER_BASE + BigInt(index) * VIEWER_STEP + salt).toString(),
    nickname: makeNickname(random, locale),
    username: makeUsername(random, index),
    level: spending === 'silent' ? random.int(0, 5) : random.int(1, spending === 'generous' ? 45 : 20),
    look: random.int(0, 0x7fff_ffff),
    spending,
    favourite: devoted ? random.weighted(loved) : undefined,
  };
}
