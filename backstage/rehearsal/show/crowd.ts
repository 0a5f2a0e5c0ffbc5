import type { Random } from '../random.ts';
import { bigGifts, commonGifts, rose, type ShowGift } from './gifts.ts';
import type { ShowLocale } from './names.ts';
import { makeViewer, type ShowAnchor, type Viewer } from './people.ts';

export interface CrowdOptions {
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
