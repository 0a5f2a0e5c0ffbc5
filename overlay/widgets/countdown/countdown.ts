import './countdown.css';
import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { createAvatar } from '../../ui/avatar.ts';
import { element, setHidden, setState, setText } from '../../ui/element.ts';
import { createName } from '../../ui/name.ts';
import { clockText, createFigures, createNumber } from '../../ui/numbers.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';
import { attemptOf, type CountdownView, countdownView } from './countdownView.ts';

/** The round's remaining time, with the breakthrough and the progress of a resurrection. */
export const countdown: WidgetFactory<'countdown'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const label = element('div', 'clock__label');
  const time = element('div', 'clock__time');
  const word = element('div', 'clock__word');
  const over = createNumber('clock__over', env.reduced);
  const through = element('div', 'clock__through');
  const throughWord = element('span', '');
  through.append(throughWord, over.element);
  const avatar = createAvatar();
  const name = createName('clock__name');
  const arrived = createNumber('clock__arrived', env.reduced);
  const target = element('span', 'clock__target');
  const fill = element('span', 'clock__fill');
  const attempt = element(
    'div',
    'clock__attempt',
    avatar.element,
    element(
      'div',
      'clock__goal',
      element('div', 'clock__goal-head', name.element, arrived.element, target),
      element('div', 'clock__track', fill),
    ),
  );
  const root = element('section', 'clock plate', label, time, through, word, attempt);
  host.append(root);
  let options = first;
  let state: Partial<OverlayState> = {};
  let lastText = '';
  setText(throughWord, env.t('overlay.through'));

  const draw = (view: CountdownView) => {
    const text = clockText(view.ms);
    const round = state.round?.now;
    setText(label, labelOf(round, env));
    setHidden(label, !options.showRound);
    setText(time, text);
    setState(time, 'length', String(text.length));
    const showsBreakthrough = options.showBreakthrough && view.overTenths !== null;
    setState(root, 'through', showsBreakthrough);
    setState(root, 'closing', view.closing);
    setState(root, 'grace', view.phase === 'grace');
    setHidden(through, !showsBreakthrough);
    over.show(env.t('overlay.over', { shown: figures.votes(view.overTenths ?? 0) }));
    const status = statusOf(view, round, options, env, figures.votes);
    setText(word, status);
    setHidden(word, status === '');
    showAttempt();
    if (view.closing && text !== lastText && !env.reduced) pulse(time);
    lastText = text;
  };

  const showAttempt = () => {
    const goal = attemptOf(state);
    setHidden(attempt, goal === null);
    if (goal === null) return;
    avatar.show(goal.name, env.picture(goal.avatar));
    name.show(goal.name);
    arrived.show(figures.votes(goal.arrivedTenths));
    setText(target, `/ ${figures.votes(goal.targetTenths)}`);
    const share = goal.targetTenths === 0 ? 1 : Math.min(1, goal.arrivedTenths / goal.targetTenths);
    fill.style.transform = `scaleX(${share.toFixed(4)})`;
  };

  return {
    update: (all) => {
      state = all;
    },
    options: (next) => {
      options = next;
    },
    moment: () => {},
    clock: (now) => {
      const view = countdownView(state, now);
      draw(view);
      return view.wait;
    },
    destroy: () => root.remove(),
  };
};

function labelOf(round: OverlayRound | undefined, { t }: WidgetEnv): string {
  if (round === undefined) return t('overlay.noRound');
  if (round.kind === 'turn') return t('overlay.turn');
  return round.kind === 'resurrection'
    ? t('overlay.resurrection')
    : t('overlay.round', { number: round.number });
}

/** The line below the time: the phase, the delay or the clearance score; '' for none. */
function statusOf(
  view: CountdownView,
  round: OverlayRound | undefined,
  options: OptionsOf<'countdown'>,
  { t }: WidgetEnv,
  votes: (tenths: number) => string,
): string {
  if (view.phase === 'none') return '';
  if (view.graceSeconds !== null) {
    return options.showDelay ? t('overlay.delay', { seconds: view.graceSeconds }) : '';
  }
  if (view.phase === 'prepared' || view.phase === 'paused' || view.phase === 'settled') {
    return t(`overlay.phase.${view.phase}`);
  }
  if (!view.running) return t('overlay.phase.paused');
  if (view.overTenths !== null || round === undefined || round.kind === 'resurrection') return '';
  return round.clearanceTenths > 0 ? t('overlay.clearance', { shown: votes(round.clearanceTenths) }) : '';
}

function pulse(time: HTMLElement): void {
  time.animate([{ transform: 'scale(1.12)' }, { transform: 'none' }], {
    duration: 260,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  });
}
