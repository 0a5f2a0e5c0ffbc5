import './goal.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { goalKey, goalOf } from '#shared/overlay/goals.ts';
import { element, setHidden, setState, setText } from '../../ui/element.ts';
import { createFigures, createNumber } from '../../ui/numbers.ts';
import { createName } from '../../ui/person.ts';
import type { WidgetFactory } from '../../widget.ts';

/** Length of the moment when the target is reached (ms). */
const REACHED_MS = 1600;

/** How far votes, gifts or diamonds have come towards the host's target. */
export const goal: WidgetFactory<'goal'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const title = createName('goal__title');
  const span = element('span', 'goal__span');
  const reachedTag = element('span', 'goal__reached');
  const value = createNumber('goal__value', env.reduced);
  const percent = createNumber('goal__percent', env.reduced);
  const fill = element('span', 'goal__fill');
  const flash = element('span', 'goal__flash');
  const target = element('span', 'goal__target');
  const root = element(
    'section',
    'goal plate',
    element('header', 'goal__head', title.element, reachedTag),
    element('div', 'goal__figures', value.element, percent.element),
    element('div', 'goal__track', fill, flash),
    element('footer', 'goal__foot', target, span),
  );
  host.append(root);
  setText(reachedTag, env.t('overlay.goal.reached'));
  let options = first;
  let state: Partial<OverlayState> = {};
  /** The goal that is drawn, and whether it was reached. A goal that opens reached has no moment. */
  let drawn: { key: string; reached: boolean } | null = null;

  const draw = () => {
    const view = goalView(state, options);
    title.show(options.title === '' ? env.t('overlay.goal') : options.title);
    setText(span, env.t(`overlay.span.${options.span}`));
    value.show(options.measure === 'votes' ? figures.votes(view.value) : figures.whole(view.value));
    percent.show(env.t('overlay.percent', { shown: figures.whole(view.percent) }));
    setText(target, env.t(`overlay.goal.${options.measure}`, { shown: figures.whole(options.target) }));
    fill.style.transform = `scaleX(${Math.min(1, view.share).toFixed(4)})`;
    setState(root, 'reached', view.reached);
    setHidden(reachedTag, !view.reached);
    const key = `${view.key} ${options.measure} ${options.target}`;
    const arrives = drawn !== null && drawn.key === key && !drawn.reached && view.reached;
    drawn = { key, reached: view.reached };
    if (arrives && !env.reduced) celebrate(root, flash);
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
    clock: () => Number.POSITIVE_INFINITY,
    destroy: () => root.remove(),
  };
};

interface GoalView {
  key: string;
  /** Votes in tenths, pieces or diamonds. */
  value: number;
  /** The part of the target that is reached; more than 1 beyond the target. */
  share: number;
  /** `share` in percent, rounded down, so that 100 means that the target is reached. */
  percent: number;
  reached: boolean;
}

/** What a goal shows of the hub's sums. */
export function goalView(state: Partial<OverlayState>, options: OptionsOf<'goal'>): GoalView {
  const spec = goalOf(options);
  const key = spec === null ? '' : goalKey(spec);
  const { count = 0, diamonds = 0, votesTenths = 0 } = state.goals?.[key] ?? {};
  const value = { votes: votesTenths, gifts: count, diamonds }[options.measure];
  const wanted = options.target * (options.measure === 'votes' ? 10 : 1);
  return {
    key,
    value,
    share: value / wanted,
    percent: Math.floor((value * 100) / wanted),
    reached: value >= wanted,
  };
}

function celebrate(root: HTMLElement, flash: HTMLElement): void {
  root.animate(
    [
      { transform: 'none', offset: 0 },
      { transform: 'scale(1.06)', offset: 0.14 },
      { transform: 'scale(0.99)', offset: 0.3 },
      { transform: 'scale(1.03)', offset: 0.46 },
      { transform: 'none', offset: 0.7 },
      { transform: 'none', offset: 1 },
    ],
    { duration: REACHED_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
  flash.animate(
    [
      { transform: 'translateX(-100%)', opacity: 1 },
      { transform: 'translateX(100%)', opacity: 1 },
    ],
    { duration: REACHED_MS / 2, iterations: 2, easing: 'ease-in-out' },
  );
}
