import './danceQueue.css';
import type { OverlayDance, OverlayState } from '#shared/contract/overlay/state.ts';
import { leftOf } from '#shared/game/round/round.ts';
import { nameWidth } from '#shared/overlay/shownName.ts';
import { element, setHidden, setText } from '../../ui/element.ts';
import { createRows, type RowView } from '../../ui/lists.ts';
import { clockText, createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { createPanel } from '../../ui/panel.ts';
import { createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

interface Waiting extends OverlayDance {
  key: string;
  place: number;
}

const SECOND = 1000;

/** The running dance with its remaining time, and the waiting ones. */
export const danceQueue: WidgetFactory<'danceQueue'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const panel = createPanel('dances', env.reduced);
  const nowView = createNow(env);
  const rows = createRows<Waiting>({
    key: ({ key }) => key,
    make: () => createWaiting(figures, env),
    still: env.reduced,
  });
  panel.body.append(nowView.element, rows.element);
  host.append(panel.element);
  let options = first;
  let playing: OverlayDance | null = null;
  let state: Partial<OverlayState> = {};

  const draw = () => {
    const all = Object.entries(state.dances ?? {}).sort(([, a], [, b]) => a.order - b.order);
    playing = all.find(([, dance]) => dance.countdown !== null)?.[1] ?? null;
    const waiting = all.filter(([, dance]) => dance.countdown === null);
    panel.setHeading(env.t('overlay.dances'), waiting.length > 0 ? figures.whole(waiting.length) : '');
    panel.setEmpty(all.length === 0 ? env.t('overlay.dances.empty') : null);
    nowView.show(playing);
    rows.show(
      waiting.slice(0, options.top).map(([key, dance], index) => ({ ...dance, key, place: index + 1 })),
    );
  };

  return {
    update: (all) => {
      state = all;
      draw();
    },
    options: (next) => {
      options = next;
      draw();
    },
    moment: () => {},
    clock: (at) => nowView.showTime(playing, at),
    destroy: () => panel.element.remove(),
  };
};

/** Room for the running dance beside its time, and the width of its count, in full-width letters of its size. */
const NOW_ROOM = 9.2;
const TIMES_WIDTH = 2;
/** Room for a waiting dance, what its count takes, and room for all texts of its row, in full-width letters of its size. */
const TITLE_ROOM = 9;
const COUNT_WIDTH = 1;
const ROW_ROOM = 15;
/** Letters of the viewer that are as wide as one of the dance. */
const VIEWER_SCALE = 1.2;

function createNow(env: WidgetEnv) {
  const word = element('span', 'dances__word');
  const name = createName('dances__name');
  const times = element('span', 'dances__times');
  const viewer = createName('dances__viewer');
  const left = element('span', 'dances__left');
  const effects = createName('dances__effects');
  const fill = element('span', 'dances__fill');
  const root = element(
    'div',
    'dances__now',
    element('div', 'dances__head', word, viewer.element),
    element('div', 'dances__line', name.element, times, left),
    effects.element,
    element('div', 'dances__track', fill),
  );
  setText(word, env.t('overlay.dances.now'));
  return {
    element: root,
    show: (dance: OverlayDance | null) => {
      setHidden(root, dance === null);
      if (dance === null) return;
      name.show(dance.name, NOW_ROOM - (dance.times < 2 ? 0 : TIMES_WIDTH));
      viewer.show(dance.viewer);
      setHidden(effects.element, dance.effects === '');
      effects.show(dance.effects);
      setHidden(times, dance.times < 2);
      setText(times, `×${dance.times}`);
    },
    /** Shows the remaining time. Returns the time until it changes (ms). */
    showTime: (dance: OverlayDance | null, at: number): number => {
      const countdown = dance?.countdown ?? null;
      const ms = countdown === null ? null : leftOf(countdown, at);
      setHidden(left, ms === null);
      fill.parentElement?.toggleAttribute('hidden', ms === null);
      if (ms === null || countdown === null) return Number.POSITIVE_INFINITY;
      setText(left, clockText(ms));
      fill.style.transform = `scaleX(${(Math.ceil(ms / SECOND) / Math.ceil(countdown.length / SECOND)).toFixed(4)})`;
      if (countdown.since === null || ms === 0) return Number.POSITIVE_INFINITY;
      return (ms % SECOND || SECOND) + 1;
    },
  };
}

function createWaiting(figures: Figures, env: WidgetEnv): RowView<Waiting> {
  const place = element('span', 'dances__place');
  const name = createName('dances__title');
  const times = createNumber('dances__count', env.reduced);
  const viewer = createName('dances__for');
  const row = element('div', 'dances__row', place, name.element, times.element, viewer.element);
  return {
    element: row,
    show: (dance) => {
      setText(place, String(dance.place));
      const count = dance.times > 1 ? `×${figures.whole(dance.times)}` : '';
      const room = count === '' ? TITLE_ROOM : TITLE_ROOM - COUNT_WIDTH;
      name.show(dance.name, room);
      times.show(count);
      const beside = Math.min(nameWidth(dance.name), room) + nameWidth(count);
      viewer.show(dance.viewer, (ROW_ROOM - beside) * VIEWER_SCALE);
    },
  };
}
