import './workbench.css';
import './seatMarks.css';
import './vertical.css';
import './keyed.css';
import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import {
  type OptionsOf,
  type Skin,
  type WidgetBackground,
  workbenchGrid,
  workbenchSize,
} from '#shared/contract/overlay/widget.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import { type Card, cardsOf } from '../anchors.ts';
import { skinArtwork } from '../skins/index.ts';
import { arcPath, draw } from '../skins/svg.ts';
import { createIcon, element, setHidden, setState, setStyle, setText } from '../ui/element.ts';
import { createFigures, createNumber, type Figures } from '../ui/numbers.ts';
import { createAvatar, createName } from '../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../widget.ts';

export interface Seat {
  element: HTMLElement;
  show(card: Card, options: OptionsOf<'workbench'>): void;
  /** Shows the remaining share of a resurrection's time as a ring, 0 to 1; null hides it. */
  showRing(share: number | null): void;
  /** Plays the skin's animation once. */
  play(): void;
}

/** Radius of the resurrection's ring, outside the skin, in units of the skin. */
const RING_RADIUS = 108;
/** Duration of a skin's animation. */
const PLAY_MS = 1700;

/** Creates one anchor's place on the workbench. `hard` draws hard edges, for a background that is keyed out. */
export function createSeat(figures: Figures, env: WidgetEnv, hard: boolean): Seat {
  const avatar = createAvatar('wb-seat__avatar');
  const art = element('div', 'wb-seat__skin');
  const left = draw('path', { class: 'wb-seat__left', fill: 'none' });
  const comeback = draw(
    'svg',
    {
      class: 'wb-seat__comeback',
      viewBox: '0 0 240 240',
      'aria-hidden': 'true',
      'shape-rendering': hard ? 'crispEdges' : 'auto',
    },
    draw('circle', { class: 'wb-seat__track', cx: 120, cy: 120, r: RING_RADIUS, fill: 'none' }),
    left,
  );
  const strike = element('span', 'wb-seat__strike');
  const mark = element('span', 'wb-seat__mark');
  const rank = element('span', 'wb-seat__rank');
  const liveText = element('span', '');
  const live = element('span', 'wb-seat__live', element('span', 'wb-seat__dot'), liveText);
  const streakText = element('span', '');
  const streak = element('span', 'wb-seat__streak', createIcon('flame'), streakText);
  const attack = createIcon('bolt');
  const defend = createIcon('shield');
  const sideText = element('span', 'wb-seat__side-word');
  const side = element('span', 'wb-seat__side', attack, defend, sideText);
  const name = createName('wb-seat__name');
  const votes = createNumber('wb-seat__votes', env.reduced || hard);
  const over = element('span', 'wb-seat__over');
  const figure = element('div', 'wb-seat__figure', votes.element, over);
  const picture = element('div', 'wb-seat__picture', avatar.element, art, comeback, strike);
  const words = element('div', 'wb-seat__words', side, name.element, figure);
  const root = element('article', 'wb-seat', picture, words, rank, live, streak, mark);
  let shownSkin: Skin | null = null;
  let playTimer: number | null = null;
  const setSkin = (skin: Skin) => {
    if (skin === shownSkin) return;
    shownSkin = skin;
    art.replaceChildren(skinArtwork(skin)({ hard }));
  };
  setText(liveText, env.t('overlay.live'));
  comeback.style.display = 'none';

  return {
    element: root,
    show: (card, options) => {
      avatar.show(card.name, env.picture(card.avatar));
      name.show(card.name);
      setSkin(options.skinOf[card.id] ?? options.skin);
      votes.show(figures.votes(card.votesTenths));
      setHidden(figure, !options.showScore);
      setHidden(over, card.overTenths === null);
      setText(over, env.t('overlay.over', { shown: figures.votes(card.overTenths ?? 0) }));
      setState(root, 'side', card.side);
      setState(root, 'standing', card.standing);
      setHidden(side, card.side === null);
      if (card.side !== null) setText(sideText, env.t(`overlay.side.${card.side}`));
      setHidden(rank, !options.showRank || card.rank === null);
      setText(rank, card.rank === null ? '' : String(card.rank));
      setState(rank, 'rank', card.rank !== null && card.rank <= 3 ? String(card.rank) : null);
      setHidden(live, !options.showLive || !card.live);
      setHidden(streak, !options.showStreak || card.streak < 2 || card.standing !== 'in');
      setText(streakText, env.t('overlay.streak', { shown: figures.whole(card.streak) }));
      setHidden(strike, card.standing !== 'out');
      setHidden(mark, card.standing === 'in');
      setState(mark, 'kind', card.standing);
      setText(mark, env.t(card.standing === 'reviving' ? 'overlay.reviving' : 'overlay.out'));
    },
    showRing: (share) => {
      comeback.style.display = share === null ? 'none' : '';
      if (share === null) return;
      // An SVG arc cannot be a full circle.
      left.setAttribute('d', arcPath(RING_RADIUS, 0, Math.max(0.5, Math.min(359.9, share * 360))));
    },
    play: () => {
      const skin = art.firstElementChild;
      if (hard || env.reduced || !(skin instanceof SVGElement)) return;
      if (playTimer !== null) window.clearTimeout(playTimer);
      skin.dataset.play = '';
      playTimer = window.setTimeout(() => {
        delete skin.dataset.play;
      }, PLAY_MS);
    },
  };
}

/** Sets a seat's box, in px of the workbench. */
export function placeSeat(seat: Seat, box: { x: number; y: number; width: number; height: number }): void {
  for (const [name, value] of Object.entries(box)) setStyle(seat.element, `--${name}`, String(value));
}

/** Minimum time (ms) between the animations of two skins. */
const PLAY_EVERY = 5000;
/** Time between two drawings of a resurrection's ring (ms). */
const RING_EVERY = 200;
/** Maximum length of a seat in px of the workbench. */
const MAX_SEAT_LENGTH = { horizontal: 300, vertical: 280 } as const;

/**
 * The anchors' pictures in their skins, at a fixed size, on a transparent background or on a colour that streaming
 * software keys out. On a page of another size, it is scaled to fit.
 */
export const workbench: WidgetFactory<'workbench'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const bench = element('section', 'wb', hardEdge());
  host.append(bench);
  let options = first;
  let state: Partial<OverlayState> = {};
  let changed = true;
  /** Whether the background is keyed out: edges must be hard. */
  let hard = colourOf(first.background) !== null;
  /** Page time of the next skin animation. Not the hub's clock: that may jump. */
  let nextPlay = 0;
  let votes = new Map<string, number>();
  /** Anchors whose votes have grown and whose skin is to be animated. */
  const gained = new Set<string>();
  let seats = new Map<string, Seat>();

  const setSize = (anchors: number) => {
    const { width, height } = workbenchSize(options.layout, anchors);
    const room = Math.min(host.clientWidth / width, host.clientHeight / height);
    const unit = room * Math.min(1, options.frame.scale / 100);
    setStyle(bench, '--u', `${unit.toFixed(4)}px`);
    setStyle(bench, 'width', `${Math.round(width * unit)}px`);
    setStyle(bench, 'height', `${Math.round(height * unit)}px`);
  };
  const render = () => {
    const cards = cardsOf(state);
    const colour = colourOf(options.background);
    if (hard !== (colour !== null)) {
      // Seats are drawn for either hard or soft edges: create them again.
      hard = colour !== null;
      for (const seat of seats.values()) seat.element.remove();
      seats = new Map();
    }
    setStyle(host, 'background-color', colour ?? 'transparent');
    setState(bench, 'layout', options.layout);
    setState(bench, 'hard', hard);
    setSize(cards.length);
    const nextSeats = new Map<string, Seat>();
    for (const { id, votesTenths } of cards) if (votesTenths > (votes.get(id) ?? votesTenths)) gained.add(id);
    votes = new Map(cards.map(({ id, votesTenths }) => [id, votesTenths]));
    for (const [index, card] of cards.entries()) {
      const seat = seats.get(card.id) ?? createSeat(figures, env, hard);
      if (!seats.has(card.id)) bench.append(seat.element);
      placeSeat(seat, boxOf(options.layout, index, cards.length));
      seat.show(card, options);
      nextSeats.set(card.id, seat);
    }
    for (const [id, seat] of seats) if (!nextSeats.has(id)) seat.element.remove();
    seats = nextSeats;
    drawRings(env.now(), cards);
  };
  const drawRings = (now: number, cards: readonly Card[]) => {
    const left = revivingShare(state.round?.now, now);
    for (const card of cards) seats.get(card.id)?.showRing(card.standing === 'reviving' ? (left ?? 1) : null);
  };
  const observer = new ResizeObserver(() => {
    changed = true;
    env.wake();
  });
  observer.observe(host);

  return {
    update: (all) => {
      state = all;
      changed = true;
    },
    options: (next) => {
      options = next;
      changed = true;
    },
    moment: (moment) => {
      for (const id of anchorsOf(moment)) seats.get(id)?.play();
    },
    clock: (now) => {
      if (changed) render();
      changed = false;
      const isReviving = isRevivalRunning(state.round?.now);
      if (isReviving) drawRings(now, cardsOf(state));
      if (hard || env.reduced) gained.clear();
      const pageTime = performance.now();
      const [next] = gained;
      if (next !== undefined && pageTime >= nextPlay) {
        seats.get(next)?.play();
        gained.delete(next);
        nextPlay = pageTime + PLAY_EVERY;
      }
      if (isReviving) return RING_EVERY;
      return gained.size > 0 ? nextPlay - pageTime : Number.POSITIVE_INFINITY;
    },
    destroy: () => {
      observer.disconnect();
      setStyle(host, 'background-color', '');
      host.replaceChildren();
    },
  };
};

/** An SVG filter that makes each pixel either opaque or transparent. */
function hardEdge(): SVGSVGElement {
  const alpha = draw('feFuncA', { type: 'discrete', tableValues: '0 1' });
  const filter = draw(
    'filter',
    { id: 'wb-hard-edge', x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    draw('feComponentTransfer', {}, alpha),
  );
  return draw('svg', { class: 'wb__edge', 'aria-hidden': 'true' }, filter);
}

/** A seat's box in px of the workbench. The seats of a line are centred. */
function boxOf(layout: 'horizontal' | 'vertical', index: number, anchors: number) {
  const { width, height } = workbenchSize(layout, anchors);
  const { lines, perLine } = workbenchGrid(anchors);
  const line = Math.floor(index / perLine);
  const inLine = Math.min(perLine, anchors - line * perLine);
  const along = layout === 'horizontal' ? width : height;
  const across = (layout === 'horizontal' ? height : width) / lines;
  const length = Math.min(MAX_SEAT_LENGTH[layout], Math.floor(along / perLine));
  const start = Math.floor((along - inLine * length) / 2) + (index % perLine) * length;
  return layout === 'horizontal'
    ? { x: start, y: line * across, width: length, height: across }
    : { x: line * across, y: start, width: across, height: length };
}

/** Remaining share of a resurrection's time, 0 to 1; null outside a resurrection or without a time limit. */
export function revivingShare(round: OverlayRound | undefined, now: number): number | null {
  if (round === undefined || round.kind !== 'resurrection' || round.countdown.length === 0) return null;
  const { length, ran, since } = round.countdown;
  const left = length - ran - (since === null ? 0 : now - since);
  return Math.max(0, Math.min(1, left / length));
}

/** Whether the time of a resurrection with a limit is running. */
export function isRevivalRunning(round: OverlayRound | undefined): boolean {
  return round?.kind === 'resurrection' && round.countdown.since !== null && round.countdown.length > 0;
}

const keyColours = { green: '#00ff00', magenta: '#ff00ff' } as const;

/** The background's colour; null if transparent. */
export function colourOf(background: WidgetBackground): string | null {
  switch (background.kind) {
    case 'transparent':
      return null;
    case 'green':
    case 'magenta':
      return keyColours[background.kind];
    case 'custom':
      return background.colour;
  }
}
