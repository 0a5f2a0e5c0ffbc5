import { Random } from '../random.ts';
import { bigGifts, commonGifts, exclusiveGifts, rose, type ShowGift } from './gifts.ts';
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

type Spending = 'silent' | 'small' | 'regular' | 'generous';

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

interface CrowdOptions {
  seed: number;
  locale: ShowLocale;
  anchors: readonly ShowAnchor[];
  /** Viewers at the beginning. */
  atStart: number;
  newPerSecond: number;
  /** The largest audience. */
  atMost: number;
}

/** The audience. It grows over time; the first viewers send the most gifts. */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #known = new Map<number, Viewer>();

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** The number of viewers at this moment (ms since the show began). */
  sizeAt(at: number): number {
    const { atStart, newPerSecond, atMost } = this.#options;
    return Math.max(1, Math.min(atMost, Math.floor(atStart + (newPerSecond * at) / 1000)));
  }

  viewer(index: number): Viewer {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const { seed, locale, anchors } = this.#options;
    const viewer = makeViewer(seed, index, locale, anchors);
    if (this.#known.size >= 20_000) this.#known.clear();
    this.#known.set(index, viewer);
    return viewer;
  }

  /** Picks any viewer. */
  anyone(random: Random, at: number): Viewer {
    return this.viewer(random.int(0, this.sizeAt(at) - 1));
  }

  newest(at: number): Viewer {
    return this.viewer(this.sizeAt(at) - 1);
  }

  /** Picks a viewer who sends gifts, early viewers more often than late ones. */
  giver(random: Random, at: number): Viewer {
    const size = this.sizeAt(at);
    for (let tries = 0; tries < 30; tries++) {
      const viewer = this.viewer(Math.floor(size * random.next() ** 2.5));
      if (viewer.spending === 'silent') continue;
      if (viewer.spending === 'small' && random.chance(0.5)) continue;
      return viewer;
    }
    return this.viewer(0);
  }

  /** Picks a gift for this viewer: often the favourite's, sometimes another anchor's, otherwise a common one. */
  chooseGift(random: Random, viewer: Viewer): ShowGift {
    const { anchors } = this.#options;
    const own = viewer.favourite?.gift;
    if (own !== undefined && random.chance(0.45) && affords(random, viewer, own)) return own;
    if (anchors.length > 0 && random.chance(0.04)) {
      const other = random.pick(anchors).gift;
      if (affords(random, viewer, other)) return other;
    }
    if (viewer.spending === 'generous' && random.chance(0.2)) return chooseBig(random);
    return random.chance(0.45) ? rose : random.pick(commonGifts);
  }
}

function affords(random: Random, viewer: Viewer, gift: ShowGift): boolean {
  if (viewer.spending === 'generous' || gift.diamonds <= 5) return true;
  return random.chance(viewer.spending === 'regular' ? 0.5 : 0.08);
}

/** Picks a big gift, expensive ones less often. */
function chooseBig(random: Random): ShowGift {
  return random.weighted(bigGifts.map((gift) => [gift, 1 / gift.diamonds] as const));
}
