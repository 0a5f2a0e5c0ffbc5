import './workbench.css';
import './seatMarks.css';
import './vertical.css';
import './keyed.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import { workbenchGrid, workbenchSize } from '#shared/overlay/workbenchSize.ts';
import { element, setState, setStyle } from '../parts/element.ts';
import { createFigures } from '../parts/figures.ts';
import { draw } from '../skins/svg.ts';
import type { WidgetFactory } from '../widget.ts';
import { type Card, cardsOf } from '../widgets/anchorCards/cards.ts';
import { colourOf } from './background.ts';
import { revivingPart, revivingRuns } from './reviving.ts';
import { createSeat, placeSeat, type Seat } from './seat.ts';

/** ms from one skin that moves to the next at least, and between two drawings of a comeback's ring. */
const PLAY_EVERY = 5000;
const RING_EVERY = 200;
/** A seat is never longer than this many px of the workbench, however few there are. */
const LONGEST = { horizontal: 300, vertical: 280 } as const;

/**
 * The anchors' pictures in their frames, at a fixed size, with a see-through background or one to be keyed out.
 * On a page of another size it is drawn as large as it fits.
 */
export const workbench: WidgetFactory<'workbench'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const bench = element('section', 'wb', hardEdge());
  host.append(bench);
  let options = first;
  let state: Partial<OverlayState> = {};
  let fresh = true;
  let hard = colourOf(first.background) !== null;
  // On the page's own clock: the hub's may be set back or on, and two skins would move at a time.
  let nextPlay = 0;
  let votes = new Map<string, number>();
  /** Whose votes have grown, and whose skin is to move for it: while nothing happens, nothing moves and costs. */
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
      // A hard edge and a soft one are two drawings.
      hard = colour !== null;
      for (const seat of seats.values()) seat.element.remove();
      seats = new Map();
    }
    setStyle(host, 'background-color', colour ?? 'transparent');
    setState(bench, 'layout', options.layout);
    setState(bench, 'hard', hard);
    setSize(cards.length);
    const kept = new Map<string, Seat>();
    for (const { id, votesTenths } of cards) if (votesTenths > (votes.get(id) ?? votesTenths)) gained.add(id);
    votes = new Map(cards.map(({ id, votesTenths }) => [id, votesTenths]));
    for (const [index, card] of cards.entries()) {
      const seat = seats.get(card.id) ?? createSeat(figures, env, hard);
      if (!seats.has(card.id)) bench.append(seat.element);
      placeSeat(seat, boxOf(options.layout, index, cards.length));
      seat.show(card, options);
      kept.set(card.id, seat);
    }
    for (const [id, seat] of seats) if (!kept.has(id)) seat.element.remove();
    seats = kept;
    revive(env.now(), cards);
  };
  const revive = (now: number, cards: readonly Card[]) => {
    const part = revivingPart(state.round?.now, now);
    for (const card of cards) seats.get(card.id)?.revive(card.standing === 'reviving' ? (part ?? 1) : null);
  };
  const observer = new ResizeObserver(() => {
    fresh = true;
    env.wake();
  });
  observer.observe(host);

  return {
    update: (all) => {
      state = all;
      fresh = true;
    },
    options: (next) => {
      options = next;
      fresh = true;
    },
    moment: (moment) => {
      for (const id of anchorsOf(moment)) seats.get(id)?.play();
    },
    clock: (now) => {
      if (fresh) render();
      fresh = false;
      const runs = revivingRuns(state.round?.now);
      if (runs) revive(now, cardsOf(state));
      if (hard || env.reduced) gained.clear();
      const here = performance.now();
      const [next] = gained;
      if (next !== undefined && here >= nextPlay) {
        seats.get(next)?.play();
        gained.delete(next);
        nextPlay = here + PLAY_EVERY;
      }
      if (runs) return RING_EVERY;
      return gained.size > 0 ? nextPlay - here : Number.POSITIVE_INFINITY;
    },
    destroy: () => {
      observer.disconnect();
      setStyle(host, 'background-color', '');
      host.replaceChildren();
    },
  };
};

/** Makes every pixel that is half there one that is there, or not. */
function hardEdge(): SVGSVGElement {
  const alpha = draw('feFuncA', { type: 'discrete', tableValues: '0 1' });
  const filter = draw(
    'filter',
    { id: 'wb-hard-edge', x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    draw('feComponentTransfer', {}, alpha),
  );
  return draw('svg', { class: 'wb__edge', 'aria-hidden': 'true' }, filter);
}

/** In px of the workbench; the seats stand together in the middle of their line. */
function boxOf(layout: 'horizontal' | 'vertical', index: number, anchors: number) {
  const { width, height } = workbenchSize(layout, anchors);
  const { lines, perLine } = workbenchGrid(anchors);
  const line = Math.floor(index / perLine);
  const inLine = Math.min(perLine, anchors - line * perLine);
  const along = layout === 'horizontal' ? width : height;
  const across = (layout === 'horizontal' ? height : width) / lines;
  const length = Math.min(LONGEST[layout], Math.floor(along / perLine));
  const start = Math.floor((along - inLine * length) / 2) + (index % perLine) * length;
  return layout === 'horizontal'
    ? { x: start, y: line * across, width: length, height: across }
    : { x: line * across, y: start, width: across, height: length };
}
