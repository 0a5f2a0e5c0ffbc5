import type { FormerAnchor } from '#shared/contract/snapshot.ts';
import { ranking, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { winnersOf } from '#shared/overlay/buildRound.ts';
import { hueOf, initialOf } from '#shared/overlay/shownName.ts';
import { TopList } from '#shared/overlay/topList.ts';

/** How many supporters the recap names. */
const MOST_SUPPORTERS = 3;

/** The result of one anchor over the whole show. */
export interface RecapAnchor extends Pick<FormerAnchor, 'nickname' | 'avatar' | 'username'> {
  anchorId: string;
  /** Whether the preset at the end of the show does not have the anchor. */
  former: boolean;
  rank: number;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  /** Rounds that the anchor won. */
  won: number;
}

/** What an ended show came to. */
export interface Recap {
  startedAt: number;
  endedAt: number;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  givers: number;
  /**
   * Number of played rounds, without resurrections, which have no number of their own. The last one may still be in its
   * delay.
   */
  rounds: number;
  /** Votes that nobody has. */
  unallocatedTenths: number;
  anchors: RecapAnchor[];
  supporters: { id: string; name: string; votesTenths: number }[];
}

/** Sums up an ended show, corrections included; null for a show that has not ended or has no gifts. */
export function recapOf(state: GameState): Recap | null {
  if (state.status !== 'ended' || state.seen.count === 0) return null;
  const { counted, unallocated, givers } = totals(state);
  return {
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    votesTenths: counted.votesTenths,
    gifts: counted.count,
    diamonds: counted.diamonds,
    givers,
    rounds: state.rounds.filter(({ kind, phase }) => kind !== 'resurrection' && phase !== 'prepared').length,
    unallocatedTenths: unallocated.votesTenths,
    anchors: anchorsOf(state),
    supporters: supportersOf(state),
  };
}

function anchorsOf(state: GameState): RecapAnchor[] {
  const won = new Map<string, number>();
  for (const round of state.rounds) {
    if (round.kind === 'resurrection') continue;
    for (const id of winnersOf(round)) won.set(id, (won.get(id) ?? 0) + 1);
  }
  return ranking(state).map(({ anchorId, anchor, former, rank, votesTenths, count, diamonds }) => {
    const { nickname = '', avatar = '', username = '' } = anchor ?? former ?? {};
    return {
      anchorId,
      nickname,
      avatar,
      username,
      former: anchor === null,
      rank,
      votesTenths,
      gifts: count,
      diamonds,
      won: won.get(anchorId) ?? 0,
    };
  });
}

function supportersOf({ viewers }: GameState): Recap['supporters'] {
  const top = new TopList({
    limit: MOST_SUPPORTERS,
    all: () => viewers,
    find: (id) => viewers.get(id),
    score: ({ votesTenths }) => votesTenths,
    compareKeys: (a, b) => (a < b ? -1 : 1),
  });
  return top.entries().map(({ key, item: { name, votesTenths } }) => ({ id: key, name, votesTenths }));
}

/** What the picture of an anchor shows; all texts are final. */
export interface ShareTexts {
  /** The evening: date and room. */
  heading: string;
  name: string;
  /** For example '1st place · 2 rounds won'; '' for none. */
  result: string;
  votes: string;
  votesLabel: string;
  supportersLabel: string;
  supporters: readonly { name: string; votes: string }[];
  thanks: string;
}

/** The size of a picture, as portrait posts of social networks have it. */
const SHARE_WIDTH = 1080;
const SHARE_HEIGHT = 1350;

const FONT =
  "'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', 'Yu Gothic', 'PingFang SC', 'Microsoft YaHei', system-ui, sans-serif";
const MEDALS = ['#ffd54a', '#d7dee8', '#e0a070'] as const;
const CENTRE = SHARE_WIDTH / 2;

/** Draws the picture of one anchor. `portrait` is null for an anchor without a picture. */
export function drawShare(
  canvas: HTMLCanvasElement,
  texts: ShareTexts,
  portrait: HTMLImageElement | null,
): void {
  canvas.width = SHARE_WIDTH;
  canvas.height = SHARE_HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const hue = hueOf(texts.name);
  drawBackground(context, hue);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawText(context, texts.heading, { y: 90, size: 34, weight: 500, colour: '#ffffffb0', width: 960 });
  drawPortrait(context, { name: texts.name, hue, portrait, y: 330, radius: 170 });
  drawText(context, texts.name, { y: 570, size: 76, weight: 800, colour: '#ffffff', width: 960 });
  drawText(context, texts.result, { y: 646, size: 36, weight: 600, colour: '#ffd54a', width: 960 });
  drawText(context, texts.votes, { y: 770, size: 128, weight: 800, colour: '#ffffff', width: 980 });
  drawText(context, texts.votesLabel, { y: 862, size: 34, weight: 500, colour: '#ffffffb0', width: 960 });
  drawSupporters(context, texts);
  drawText(context, texts.thanks, { y: 1288, size: 38, weight: 700, colour: '#ffffff', width: 960 });
}

function drawBackground(context: CanvasRenderingContext2D, hue: number): void {
  const fill = context.createLinearGradient(0, 0, SHARE_WIDTH, SHARE_HEIGHT);
  fill.addColorStop(0, `hsl(${hue} 58% 24%)`);
  fill.addColorStop(0.55, `hsl(${(hue + 30) % 360} 46% 12%)`);
  fill.addColorStop(1, '#0b0d16');
  context.fillStyle = fill;
  context.fillRect(0, 0, SHARE_WIDTH, SHARE_HEIGHT);
  const light = context.createRadialGradient(CENTRE, 330, 60, CENTRE, 330, 620);
  light.addColorStop(0, `hsl(${hue} 90% 62% / 0.45)`);
  light.addColorStop(1, `hsl(${hue} 90% 62% / 0)`);
  context.fillStyle = light;
  context.fillRect(0, 0, SHARE_WIDTH, 1000);
}

interface PortraitPlace {
  name: string;
  hue: number;
  portrait: HTMLImageElement | null;
  y: number;
  radius: number;
}

/** Draws the anchor's picture in a circle, or the initial without one. */
function drawPortrait(context: CanvasRenderingContext2D, place: PortraitPlace): void {
  const { name, hue, portrait, y, radius } = place;
  context.save();
  context.beginPath();
  context.arc(CENTRE, y, radius, 0, 2 * Math.PI);
  context.clip();
  context.fillStyle = `hsl(${hue} 62% 48%)`;
  context.fillRect(CENTRE - radius, y - radius, 2 * radius, 2 * radius);
  if (portrait === null) {
    drawText(context, initialOf(name), {
      y,
      size: radius,
      weight: 800,
      colour: '#ffffff',
      width: 2 * radius,
    });
  } else {
    const side = Math.min(portrait.naturalWidth, portrait.naturalHeight);
    const left = (portrait.naturalWidth - side) / 2;
    const top = (portrait.naturalHeight - side) / 2;
    context.drawImage(portrait, left, top, side, side, CENTRE - radius, y - radius, 2 * radius, 2 * radius);
  }
  context.restore();
  context.beginPath();
  context.arc(CENTRE, y, radius, 0, 2 * Math.PI);
  context.lineWidth = 10;
  context.strokeStyle = '#ffd54a';
  context.stroke();
}

/** Draws up to three supporters, each on a plate with a medal. */
function drawSupporters(
  context: CanvasRenderingContext2D,
  { supporters, supportersLabel }: ShareTexts,
): void {
  if (supporters.length === 0) return;
  drawText(context, supportersLabel, { y: 944, size: 32, weight: 600, colour: '#ffffffb0', width: 960 });
  for (const [place, { name, votes }] of supporters.entries()) {
    const y = 1018 + place * 84;
    context.fillStyle = '#ffffff14';
    context.beginPath();
    context.roundRect(90, y - 36, SHARE_WIDTH - 180, 72, 36);
    context.fill();
    context.fillStyle = MEDALS[place] ?? MEDALS[2];
    context.beginPath();
    context.arc(136, y, 24, 0, 2 * Math.PI);
    context.fill();
    drawText(context, String(place + 1), { x: 136, y, size: 30, weight: 800, colour: '#2a1c00', width: 48 });
    context.textAlign = 'right';
    drawText(context, votes, { x: 950, y, size: 36, weight: 700, colour: '#ffffff', width: 260 });
    context.textAlign = 'left';
    drawText(context, name, { x: 186, y, size: 38, weight: 700, colour: '#ffffff', width: 500 });
    context.textAlign = 'center';
  }
}

interface TextPlace {
  x?: number;
  y: number;
  size: number;
  weight: number;
  colour: string;
  /** The greatest width; a longer text is drawn smaller, down to half its size, and then cut. */
  width: number;
}

function drawText(context: CanvasRenderingContext2D, text: string, place: TextPlace): void {
  const { x = CENTRE, y, size, weight, colour, width } = place;
  const fontOf = (pixels: number) => `${weight} ${pixels}px ${FONT}`;
  context.font = fontOf(size);
  const needed = context.measureText(text).width;
  if (needed > width) context.font = fontOf(Math.max(size / 2, (size * width) / needed));
  let shown = text;
  const letters = Array.from(text);
  while (letters.length > 1 && context.measureText(shown).width > width) {
    letters.pop();
    shown = `${letters.join('')}…`;
  }
  context.fillStyle = colour;
  context.fillText(shown, x, y);
}
