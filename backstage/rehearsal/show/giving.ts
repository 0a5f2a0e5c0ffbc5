import { encodeGift, GIFT_METHOD, type GiftContent } from '../encode/gift.ts';
import type { Random } from '../random.ts';
import { commonGifts, type ShowGift } from './gifts.ts';
import type { MessageQueue } from './messageQueue.ts';
import type { Crowd, ShowAnchor, Viewer } from './people.ts';

interface GivingOptions {
  /** Messages that add a gift, a second, on average. */
  giftsPerSecond: number;
  anchors: readonly ShowAnchor[];
  /** The share of gifts that name a performer as recipient, 0 to 1. */
  recipients: number;
}

/** Gifts are planned in steps of this length, ms. */
const STEP_MS = 100;

/** Starts streaks and single gifts so that all their messages together have the wanted rate. */
export class Giving {
  readonly #queue: MessageQueue;
  readonly #crowd: Crowd;
  readonly #random: Random;
  readonly #options: GivingOptions;
  /** Messages already planned, by step. */
  readonly #planned = new Map<number, number>();
  #step = 0;
  #owed = 0;

  constructor(queue: MessageQueue, crowd: Crowd, random: Random, options: GivingOptions) {
    this.#queue = queue;
    this.#crowd = crowd;
    this.#random = random;
    this.#options = options;
  }

  /** Gifts are planned until this moment, ms since the show began. */
  get plannedUntil(): number {
    return this.#step * STEP_MS;
  }

  /** Plans the next step. `factor` is the show's current activity, 1 on average. */
  advance(factor: number): void {
    const perStep = (this.#options.giftsPerSecond * factor * STEP_MS) / 1000;
    // The random factor keeps gifts from coming at regular intervals.
    this.#owed += perStep * -Math.log(1 - this.#random.next());
    this.#owed -= this.#planned.get(this.#step) ?? 0;
    this.#planned.delete(this.#step);
    const from = this.plannedUntil;
    this.#step++;
    while (this.#owed >= 1) this.#begin(from + this.#random.next() * STEP_MS);
  }

  /** A viewer starts sending: one gift, one streak, or two interleaved streaks. */
  #begin(at: number): void {
    const random = this.#random;
    const viewer = this.#crowd.giver(random, at);
    const gift = this.#crowd.chooseGift(random, viewer);
    if (gift.type !== 1) {
      this.#send(viewer, gift, at, { repeat: 1, step: 1, end: false, groupId: '' }, this.#chooseRecipient());
      this.#note(at);
      return;
    }
    const shape = chooseShape(random, gift.diamonds);
    this.#streak(viewer, gift, at, shape);
    if (shape === 'slow' && random.chance(0.3)) {
      // The second streak is of another gift, or of the same gift in another group.
      const streakable = commonGifts.filter((other) => other.type === 1);
      const second = random.chance(0.3) ? gift : random.pick(streakable);
      this.#streak(viewer, second, at + random.int(200, 900), 'slow');
    }
  }

  #streak(viewer: Viewer, gift: ShowGift, at: number, shape: ComboShape): void {
    const groupId = this.#queue.newGroup(at);
    const recipient = this.#chooseRecipient();
    for (const { after, repeat, step, end } of planCombo(this.#random, shape)) {
      this.#send(viewer, gift, at + after, { repeat, step, end, groupId }, recipient);
      if (!end) this.#note(at + after);
    }
  }

  #chooseRecipient(): ShowAnchor | undefined {
    const { anchors, recipients } = this.#options;
    if (anchors.length === 0 || !this.#random.chance(recipients)) return undefined;
    return this.#random.pick(anchors);
  }

  #send(
    sender: Viewer,
    gift: ShowGift,
    sentAt: number,
    part: Pick<GiftContent, 'repeat' | 'step' | 'end' | 'groupId'>,
    recipient: ShowAnchor | undefined,
  ): void {
    const random = this.#random;
    // Most messages arrive at once; some arrive after later ones.
    const delay = random.chance(0.94) ? random.int(20, 120) : random.int(300, 1600);
    this.#queue.add(
      sentAt + delay,
      sentAt,
      GIFT_METHOD,
      (envelope) => encodeGift(envelope, { gift, sender, recipient, ...part }),
      {
        userId: sender.id,
        nickname: sender.nickname,
        giftId: gift.id,
        name: gift.name,
        diamonds: gift.diamonds,
        streak: gift.type === 1,
        ...part,
      },
    );
  }

  /** Counts a message in its step, or at once if that step is being planned now. */
  #note(at: number): void {
    const step = Math.floor(at / STEP_MS);
    if (step < this.#step) this.#owed--;
    else this.#planned.set(step, (this.#planned.get(step) ?? 0) + 1);
  }
}

/** How a viewer sends a streakable gift. */
type ComboShape = 'single' | 'slow' | 'burst' | 'fast' | 'long';

/** One message of a streak. */
interface ComboStep {
  /** Ms since the beginning of the streak. */
  after: number;
  /** The running total. */
  repeat: number;
  /** Pieces that this message adds; 0 in the closing one. */
  step: number;
  end: boolean;
}

/**
 * Plans the messages of one streak. The platform sums quick taps, so totals jump (1, 3, 7, 10). The closing message
 * repeats the last total after one to four seconds; one in a hundred is missing.
 */
function planCombo(random: Random, shape: ComboShape): ComboStep[] {
  const steps: ComboStep[] = [];
  let after = 0;
  let repeat = 0;
  const add = (step: number, pause: number): void => {
    repeat += step;
    steps.push({ after, repeat, step, end: false });
    after += pause;
  };
  switch (shape) {
    case 'single':
      add(1, 0);
      break;
    case 'slow':
      for (let left = random.int(2, 7); left > 0; left--) add(1, random.int(700, 1900));
      break;
    case 'burst':
      for (const step of [1, 2, 4, 3, ...(random.chance(0.5) ? [1] : [])]) add(step, random.int(1200, 1600));
      break;
    case 'fast':
      for (let left = random.int(8, 20); left > 0; left--) add(random.int(1, 4), random.int(250, 700));
      break;
    case 'long':
      while (repeat < 200) add(Math.min(200 - repeat, random.int(1, 8)), random.int(350, 1100));
      break;
  }
  const last = steps.at(-1);
  if (last !== undefined && !random.chance(0.01)) {
    steps.push({ after: last.after + random.int(1000, 4000), repeat, step: 0, end: true });
  }
  return steps;
}

/** Picks the shape for a gift of this price. Only cheap gifts come in long streaks. */
function chooseShape(random: Random, diamonds: number): ComboShape {
  if (diamonds >= 20) {
    return random.weighted<ComboShape>([
      ['single', 75],
      ['slow', 20],
      ['burst', 5],
    ]);
  }
  return random.weighted<ComboShape>([
    ['single', 56],
    ['slow', 20],
    ['burst', 12],
    ['fast', 10],
    ['long', diamonds <= 2 ? 1.2 : 0],
  ]);
}
