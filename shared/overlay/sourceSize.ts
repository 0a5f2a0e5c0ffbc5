import type { OptionsOf, RankingPage, WidgetKind, WidgetOptions } from '../contract/overlay/widget.ts';
import { boxSizes } from './boxSize.ts';

export interface Size {
  width: number;
  height: number;
}

/** The page (px) for which widgets are designed. */
const PAGE: Size = { width: 1080, height: 1920 };

/** Kinds that fill the page and scale themselves. The others are as large as their content. */
const wholePageKinds: ReadonlySet<WidgetKind> = new Set(['effects', 'workbench', 'scene']);

export function fillsPage(kind: WidgetKind): boolean {
  return wholePageKinds.has(kind);
}

/** Query of the URL of a page that has the widget's own size. Pages without it place the widget on a full page. */
const OWN_SIZE = '?size=own';

/** Returns the URL of a widget's page in its own size, from its link. Kinds that fill their page keep the link. */
export function ownSizeUrl(link: string, kind: WidgetKind): string {
  return fillsPage(kind) ? link : link.replace(/#|$/, `${OWN_SIZE}$&`);
}

/** Returns a widget's link, from the URL of its page in its own size. */
export function fullPageUrl(url: string): string {
  return url.replace(`${OWN_SIZE}#`, '#');
}

/** Whether the query of a page's URL asks for the widget's own size. */
export function hasOwnSize(search: string): boolean {
  return search === OWN_SIZE;
}

/**
 * End of the name of a local file that opens a page in the widget's own size. Files of version 0.1 open the full page
 * and lack it. The part of the id before it has six characters, so no other file name ends like this.
 */
const OWN_SIZE_FILE = '-own.html';

/** Returns the path of a widget's local file for its own size, from that for the full page. */
export function ownSizeFile(path: string, kind: WidgetKind): string {
  return fillsPage(kind) ? path : path.replace(/\.html$/, OWN_SIZE_FILE);
}

/** Returns the path of a widget's local file for the full page, from that for its own size. */
export function fullPageFile(path: string): string {
  return isOwnSizeFile(path) ? `${path.slice(0, -OWN_SIZE_FILE.length)}.html` : path;
}

export function isOwnSizeFile(path: string): boolean {
  return path.endsWith(OWN_SIZE_FILE);
}

/** Units above and below the rows of a panel: heading, padding, border, and room for the shadow. */
const PANEL = 160;
/** Units of a panel without rows, which has a sentence instead. */
const EMPTY = 158;

/**
 * The size (units) of a widget with the most that it shows with these options, in the theme with the thickest border. One
 * unit is one pixel of a page of 1080x1920 at a size of 100 %. The styles of the widgets give the numbers.
 */
export function ownSize(options: WidgetOptions): Size {
  switch (options.kind) {
    case 'ranking':
      return rankingSize(options);
    case 'anchorCards':
      return cardsSize(options.perPage);
    case 'giftGuide':
      return { width: 888, height: PANEL + Math.max(EMPTY, options.perPage * 114) };
    case 'danceQueue':
      return { width: 788, height: PANEL + DANCE_NOW + options.top * 80 };
    case 'recentGifts':
      return { width: 748, height: 48 + options.top * 106 };
    case 'pkBar':
      return { width: 1080, height: 340 };
    case 'countdown':
      // A resurrection has a bar and a name of this width; a breakthrough has a line more.
      return { width: 848, height: 448 };
    case 'totalVotes':
      return { width: options.frame.shortNumbers ? 682 : 930, height: 342 };
    case 'lastWinner':
      return { width: 928, height: 292 };
    case 'thanks':
      return { width: 1048, height: 712 };
    case 'goal':
      return { width: 888, height: 366 };
    case 'giftAlert':
      return { width: 888, height: 298 };
    case 'timeBonus':
      return { width: 708, height: 414 };
    case 'effects':
    case 'workbench':
    case 'scene':
      return boxSizes[options.kind];
  }
}

/** Units of the running dance above the waiting ones. */
const DANCE_NOW = 226;

/** Rankings with more rows than this use a smaller font. */
export const MAX_LARGE_ROWS = 8;

/** The size for the larger of both pages, so that letters keep their size when the pages turn. */
function rankingSize({ a, b }: OptionsOf<'ranking'>): Size {
  const pages = b === null ? [a] : [a, b];
  return {
    width: Math.max(...pages.map((page) => RANKING_WIDTHS[columnsOf(page)] ?? 1078)),
    height: PANEL + Math.max(EMPTY, ...pages.map(({ top }) => top * (top > MAX_LARGE_ROWS ? 74 : 92))),
  };
}

/** Width (units) of a ranking by its columns with numbers; 1078 with more columns. */
const RANKING_WIDTHS = [808, 808, 928];

/** Number of columns with numbers, for the width of the plate. */
export function columnsOf({ content, subject }: RankingPage): number {
  const figures = content.filter((item) => item === 'votes' || item === 'diamonds' || item === 'count');
  return figures.length + (subject === 'votes' ? 1 : 0);
}

function cardsSize(perPage: number): Size {
  // Fewer anchors than places may take more columns: five cards are wider than four.
  const counts = Array.from({ length: perPage }, (_, index) => index + 1);
  const columns = Math.max(...counts.map(cardColumns));
  const rows = Math.max(...counts.map((cards) => Math.ceil(cards / cardColumns(cards))));
  return { width: columns * 324 + (columns - 1) * 22 + 48, height: rows * 350 + (rows - 1) * 22 + 48 };
}

/** Number of columns for a page of cards, about as wide as high. */
export function cardColumns(cards: number): number {
  if (cards <= 3) return Math.max(1, cards);
  if (cards === 4) return 2;
  return cards <= 9 ? 3 : 4;
}

/** Where a widget is on a full page (px). */
export interface SourcePlace extends Size {
  x: number;
  y: number;
}

/**
 * Returns the place of a widget on a full page of 1080x1920, with its size and its indents. Its width and height are those
 * of a browser source in its own size.
 */
export function sourcePlace(options: WidgetOptions): SourcePlace {
  const { scale, indentTop, indentBottom } = options.frame;
  const own = ownSize(options);
  const top = (PAGE.height * indentTop) / 100;
  const room = PAGE.height - top - (PAGE.height * indentBottom) / 100;
  const share = Math.min(scale / 100, PAGE.width / own.width, room / own.height);
  const width = Math.round(own.width * share);
  const height = Math.round(own.height * share);
  const y = options.kind === 'recentGifts' ? top + room - height : top;
  return { x: Math.round((PAGE.width - width) / 2), y: Math.round(y), width, height };
}
