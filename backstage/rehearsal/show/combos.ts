import type { Random } from '../random.ts';

/** How a viewer sends a streakable gift. */
export type ComboShape = 'single' | 'slow' | 'burst' | 'fast' | 'long';

/** One message of a streak. */
export interface ComboStep {
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
export function planCombo(random: Random, shape: ComboShape): ComboStep[] {
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
export function chooseShape(random: Random, diamonds: number): ComboShape {
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
