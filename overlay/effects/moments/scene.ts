import type { MomentColours } from '../arts.ts';
import type { EffectPage } from '../core/page.ts';
import type { Random } from '../core/random.ts';

/** The input of a moment's drawing. Its actors get a `time` from 0 to the moment's duration. */
export interface MomentScene {
  page: EffectPage;
  random: Random;
  colours: MomentColours;
  amount: number;
}
