import type { MomentColours } from '../arts.ts';
import type { EffectPage } from '../core/page.ts';
import type { Random } from '../core/random.ts';

/** What a moment is drawn for. The `time` of its actors runs from 0 to its duration. */
export interface MomentScene {
  page: EffectPage;
  random: Random;
  colours: MomentColours;
  amount: number;
}
