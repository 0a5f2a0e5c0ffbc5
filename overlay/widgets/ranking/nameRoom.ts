import type { RankingPage } from '#shared/contract/overlay/widget.ts';
import { nameWidth, numberWidth } from '#shared/overlay/shownName.ts';
import { columnsOf, MAX_LARGE_ROWS } from '#shared/overlay/sourceSize.ts';

/** Whether a page has so many rows that they are lower. */
export function isDense({ top }: Pick<RankingPage, 'top'>): boolean {
  return top > MAX_LARGE_ROWS;
}

/** The texts beside a name. Empty ones are not shown. */
interface TextsBeside {
  votes: string;
  diamonds: string;
  count: string;
  streak: string;
  /** That an anchor is out or reviving. */
  mark: string;
}

/** Widths in the styles (rem): the plate by its columns without border and padding, and the gaps of rows and of words. */
const PLATES = [7.03, 7.03, 8.23, 9.73, 9.73];
const GAP = 0.18;
const WORD_GAP = 0.12;
const LARGE = { rank: 0.56, avatar: 0.66, name: 0.38, votes: 0.46, number: 0.34 };
const DENSE = { ...LARGE, rank: 0.48, avatar: 0.54, name: 0.33, votes: 0.38 };
const PILL = { padding: 0.28, letter: 0.25 };
const GEM = 0.32;
const SHARE = 0.9;

/** Room for a name in full-width letters of its size. */
export function nameRoom(page: RankingPage, texts: TextsBeside): number {
  const columns = columnsOf(page);
  const size = isDense(page) ? DENSE : LARGE;
  const votes = columns < 3 ? size.votes : DENSE.votes;
  const number = columns < 3 ? size.number : 0.3;
  const { content, subject } = page;
  const widths = {
    rank: size.rank,
    avatar: size.avatar,
    votes: Math.max(1.3, numberWidth(texts.votes) * votes),
    diamonds: Math.max(1.3, GEM + numberWidth(texts.diamonds) * number),
    count: Math.max(columns < 3 ? 1 : 0.7, numberWidth(texts.count) * number),
    name: 0,
    streak: 0,
  };
  const beside = content.reduce((sum, item) => sum + (widths[item] === 0 ? 0 : widths[item] + GAP), 0);
  const pills = [content.includes('streak') ? texts.streak : '', texts.mark]
    .filter((text) => text !== '')
    .reduce((sum, text) => sum + WORD_GAP + PILL.padding + nameWidth(text) * PILL.letter, 0);
  const share = subject === 'votes' ? SHARE + GAP : 0;
  return ((PLATES[columns] ?? 9.73) - beside - pills - share) / size.name;
}
