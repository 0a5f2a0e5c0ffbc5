import { type ClockOffsetInput, type GiftInput, RULES_EDITION } from '#shared/contract/input.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { CAT_PAWS, CROWN, preset, ROSE, room } from '../support/show.ts';
import { median } from './statistics.ts';

const MESSAGES = 500_000;
/** Gifts per batch. In the product, each socket message or journal block also has some hundred inputs. */
const BATCH = 500;
/** Every 20th batch begins with a new clock offset. */
const OFFSET_EVERY = 20;
/** Offset of the host's clock from the platform's, ms. */
const AHEAD = 7000;
const VIEWERS = 20_000;
const RUNS = 5;

/**
 * Measures gift messages per second of the fold on one core, and the ratio to a loop that adds the same diamonds to a
 * Map by viewer. `battle` is measured in a running round with effects and a clearance score. Figures are medians of
 * several runs with new states, without the time to parse the batches.
 */
export async function bench(): Promise<Record<string, number>> {
  const stored = makeBatches();
  const folded: number[] = [];
  const inBattle: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const own = perSecond(stored, foldInto(false));
    inBattle.push(perSecond(stored, foldInto(true)));
    const least = perSecond(stored, addInto());
    folded.push(own);
    ratios.push(own / least);
  }
  return {
    'fold.gifts.perSecond': median(folded),
    'fold.gifts.ratio': median(ratios),
    'fold.battle.perSecond': median(inBattle),
  };
}

type Arrival = GiftInput | ClockOffsetInput;

/** A loop to measure: `take` adds one batch, `check` throws if the sums of all batches are wrong. */
interface Work {
  take(inputs: readonly Arrival[]): void;
  check(): void;
}

/** Batches as JSON: each run parses them again, because the fold usually receives strings without cached hashes. */
function makeBatches(): string[] {
  const gifts = makeGifts();
  const batches: string[] = [];
  for (let from = 0; from < gifts.length; from += BATCH) {
    const batch: Arrival[] = gifts.slice(from, from + BATCH);
    const index = from / BATCH;
    const offset: ClockOffsetInput = {
      kind: 'clockOffset',
      at: batch[0]?.at ?? 0,
      ahead: AHEAD + (index % 3) * 10,
    };
    batches.push(JSON.stringify(index % OFFSET_EVERY === 0 ? [offset, ...batch] : batch));
  }
  return batches;
}

/** Interleaved combos of many viewers as in a busy room: running counts, closing messages, some single gifts. */
function makeGifts(): GiftInput[] {
  const counts = new Uint32Array(VIEWERS);
  const kinds = [
    { giftId: ROSE, giftName: 'Rose', diamonds: 1 },
    { giftId: CAT_PAWS, giftName: 'Cat Paws', diamonds: 5 },
    { giftId: CROWN, giftName: 'Crown', diamonds: 99 },
  ];
  const users = Array.from({ length: VIEWERS }, (_, index) => ({
    id: `68${String(index * 7919).padStart(17, '0')}`,
    name: `viewer ${index}`,
    username: `viewer.${index}`,
  }));
  let random = 1;
  return Array.from({ length: MESSAGES }, (_, index) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const who = Math.floor((random / 2 ** 32) * VIEWERS);
    const user = users[who] ?? { id: '', name: '', username: '' };
    const kind = kinds[who % 8] ?? { giftId: ROSE, giftName: 'Rose', diamonds: 1 };
    const at = counts[who] ?? 0;
    counts[who] = at + 1;
    return {
      kind: 'gift',
      at: 1_700_000_000_000 + index,
      sentAt: 1_700_000_000_000 + index - AHEAD - (random % 500),
      msgId: String(index),
      user: { ...user },
      ...kind,
      streak: kind.giftId !== CROWN,
      group: String(1_700_000_000 + Math.floor(at / 10)),
      repeat: Math.min(9, (at % 10) + 1),
      end: at % 10 === 9,
      tickets: kind.diamonds,
    };
  });
}

function foldInto(battle: boolean): Work {
  const state = createState();
  let seq = 0;
  fold(state, ++seq, room);
  const command = { kind: 'command', at: 1_699_999_999_000, by: 'bench' } as const;
  const round = { ...preset().round, length: 0, clearance: 1000 };
  const chosen = battle ? preset({ mode: 'battle', round }) : preset();
  fold(state, ++seq, { ...command, command: 'choosePreset', preset: chosen });
  fold(state, ++seq, { ...command, command: 'session', action: 'start' });
  if (battle) {
    const sides = { attacker: ['mika'], defender: ['rei', 'yuki'] };
    fold(state, ++seq, { ...command, command: 'prepare', edition: RULES_EDITION, ...sides });
    fold(state, ++seq, { ...command, command: 'round', action: 'start' });
  }
  return {
    take: (inputs) => {
      for (const input of inputs) fold(state, ++seq, input);
    },
    check: () => {
      if (state.seen.count === 0) throw new Error('nothing was counted');
      if (battle && state.rounds[0]?.attacker.count === 0) throw new Error('nothing was played');
    },
  };
}

function addInto(): Work {
  const sums = new Map<string, number>();
  return {
    take: (inputs) => {
      for (const gift of inputs) {
        if (gift.kind !== 'gift') continue;
        sums.set(gift.user.id, (sums.get(gift.user.id) ?? 0) + gift.repeat * gift.diamonds);
      }
    },
    check: () => {
      if (sums.size === 0) throw new Error('nothing was added');
    },
  };
}

function perSecond(stored: readonly string[], work: Work): number {
  let ms = 0;
  for (const text of stored) {
    const inputs: Arrival[] = JSON.parse(text);
    const begun = performance.now();
    work.take(inputs);
    ms += performance.now() - begun;
  }
  work.check();
  return MESSAGES / (ms / 1000);
}
