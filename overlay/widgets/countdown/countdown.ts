import './countdown.css';
import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { leftOf, ranUntil } from '#shared/game/round/round.ts';
import { anchorById } from '../../anchors.ts';
import { element, setHidden, setState, setText } from '../../ui/element.ts';
import { clockText, createFigures, createNumber } from '../../ui/numbers.ts';
import { createAvatar, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** Stands for the time while there is none to count. */
const NO_TIME = '--:--';

/** The round's remaining time, with the breakthrough and the progress of a resurrection. */
export const countdown: WidgetFactory<'countdown'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
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
    const text = view.hasTime ? clockText(view.ms) : NO_TIME;
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

/** What the countdown shows at one time. */
interface CountdownView {
  /** The time to show (ms): remaining, or elapsed in a round without an end. `clockText` rounds it up. */
  ms: number;
  /** False without a round, and before the start of a round without an end. */
  hasTime: boolean;
  phase: OverlayRound['phase'] | 'none';
  /** Whether time passes. */
  running: boolean;
  /** Remaining seconds of the delay after the end, in which votes still count; null outside the delay. */
  graceSeconds: number | null;
  /** Whether these are the last ten seconds. */
  closing: boolean;
  /** The largest excess over the clearance score, in tenths; null without a breakthrough. */
  overTenths: number | null;
  /** Time until the view changes (ms). */
  wait: number;
}

const SECOND = 1000;
const CLOSING_MS = 10 * SECOND;

/** Computes the view at `now` (the hub's clock) from the round's deadline, so that it cannot drift. */
export function countdownView(state: Partial<OverlayState>, now: number): CountdownView {
  const round = state.round?.now;
  if (round === undefined) return { ...stopped(0, 'none'), hasTime: false, overTenths: null };
  const overTenths = round.breakthrough ? largestExcess(state) : null;
  if (round.phase === 'settled') return { ...stopped(0, 'settled'), overTenths: null };
  if (round.phase === 'grace') {
    const left = leftOf(round.grace, now) ?? 0;
    return {
      ...stopped(0, 'grace'),
      running: true,
      graceSeconds: Math.ceil(left / SECOND),
      overTenths,
      wait: left > 0 ? untilNextSecond(left) : Number.POSITIVE_INFINITY,
    };
  }
  const left = leftOf(round.countdown, now);
  if (left === null && round.phase === 'prepared')
    return { ...stopped(0, 'prepared'), hasTime: false, overTenths };
  const ms = left ?? Math.floor(ranUntil(round.countdown, now) / SECOND) * SECOND;
  const running = round.countdown.since !== null;
  const ended = left === 0;
  return {
    ms,
    hasTime: true,
    phase: round.phase,
    running,
    graceSeconds: null,
    closing: running && left !== null && left <= CLOSING_MS && left > 0,
    overTenths,
    wait: !running || ended ? Number.POSITIVE_INFINITY : waitOf(left, ranUntil(round.countdown, now)),
  };
}

function stopped(ms: number, phase: CountdownView['phase']): Omit<CountdownView, 'overTenths'> {
  return {
    ms,
    hasTime: true,
    phase,
    running: false,
    graceSeconds: null,
    closing: false,
    wait: Number.POSITIVE_INFINITY,
  };
}

function waitOf(left: number | null, ran: number): number {
  return left === null ? SECOND - (ran % SECOND) : untilNextSecond(left);
}

/** Time until the shown second changes (ms): just after a whole second is left. */
function untilNextSecond(left: number): number {
  const rest = left % SECOND;
  return (rest === 0 ? SECOND : rest) + 1;
}

function largestExcess(state: Partial<OverlayState>): number {
  return Math.max(0, ...Object.values(state.scores ?? {}).map(({ overTenths }) => overTenths ?? 0));
}

/** The anchor of the running resurrection with its votes and target; null without one. */
export function attemptOf(
  state: Partial<OverlayState>,
): { id: string; name: string; avatar: string; arrivedTenths: number; targetTenths: number } | null {
  const round = state.round?.now;
  if (round?.kind !== 'resurrection' || round.phase === 'settled') return null;
  for (const [id, score] of Object.entries(state.scores ?? {})) {
    if (!score.reviving) continue;
    const anchor = anchorById(state, id);
    return {
      id,
      name: anchor?.nickname ?? '',
      avatar: anchor?.avatar ?? '',
      arrivedTenths: score.roundTenths,
      targetTenths: round.targetTenths,
    };
  }
  return null;
}
