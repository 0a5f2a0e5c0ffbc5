import type { GameState } from '#shared/game/fold.ts';
import type { Journal } from '../journal/journal.ts';

/** A show as its report reads it: everything that the state has is also on disk. */
export interface ReportSource {
  showId: string;
  journal: Journal;
  state: GameState;
}
