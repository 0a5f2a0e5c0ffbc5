import type { GiftInput } from '#shared/contract/input.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { CAT_PAWS, CROWN, preset, ROSE, room } from '../support/show.ts';
import { median } from './statistics.ts';

const MESSAGES = 500_000;
const VIEWERS = 20_000;
const RUNS = 5;

/**
 * How many gift messages a second the fold takes on one core, and its share of the bare minimum: a loop that
 * adds the same messages' diamonds to a Map by viewer. `battle` is the same in a running round with effects and
 * a clearance score. Medians of several runs, each with a new state.
 */
export async function bench(): Promise<Record<string, number>> {
  // Through JSON, as from the journal: each message has strings of its own, hashed by nobody yet.
  const stored = JSON.stringify(makeGifts());
  const folded: number[] = [];
  const inBattle: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const read: GiftInput[] = JSON.parse(stored);
    const own = perSecond(() => foldAll(read, false));
    const played: GiftInput[] = JSON.parse(stored);
    inBattle.push(perSecond(() => foldAll(played, true)));
    const again: GiftInput[] = JSON.parse(stored);
    const least = perSecond(() => addAll(again));
    folded.push(own);
    ratios.push(own / least);
  }
  return {
    'fold.gifts.perSecond': median(folded),
    'fold.gifts.ratio': median(ratios),
    'fold.battle.perSecond': median(inBattle),
  };
}

/** Combos of many viewers, mixed as in a busy room: running counts, closing messages, some single gifts. */
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
      sentAt: 1_700_000_000_000 + index,
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

function foldAll(gifts: readonly GiftInput[], battle: boolean): void {
  const state = createState();
  let seq = 0;
  fold(state, ++seq, room);
  const command = { kind: 'command', at: 1_699_999_999_000, by: 'bench' } as const;
  const round = { ...preset().round, length: 0, clearance: 1000 };
  const chosen = battle ? preset({ mode: 'battle', round }) : preset();
  fold(state, ++seq, { ...command, command: 'choosePreset', preset: chosen });
  fold(state, ++seq, { ...command, command: 'session', action: 'start' });
  if (battle) {
    fold(state, ++seq, { ...command, command: 'prepare', attacker: ['mika'], defender: ['rei', 'yuki'] });
    fold(state, ++seq, { ...command, command: 'round', action: 'start' });
  }
  for (const gift of gifts) fold(state, ++seq, gift);
  if (state.seen.count === 0) throw new Error('nothing was counted');
  if (battle && state.rounds[0]?.attacker.count === 0) throw new Error('nothing was played');
}

function addAll(gifts: readonly GiftInput[]): void {
  const sums = new Map<string, number>();
  for (const gift of gifts) {
    sums.set(gift.user.id, (sums.get(gift.user.id) ?? 0) + gift.repeat * gift.diamonds);
  }
  if (sums.size === 0) throw new Error('nothing was added');
}

function perSecond(work: () => void): number {
  const begun = performance.now();
  work();
  return MESSAGES / ((performance.now() - begun) / 1000);
}
