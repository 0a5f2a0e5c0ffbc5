import './timeBonus.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { leftOf } from '#shared/game/round/round.ts';
import { bonusKey, bonusOf } from '#shared/overlay/bonus.ts';
import { element, setHidden, setState, setText } from '../../ui/element.ts';
import { clockText, createFigures } from '../../ui/numbers.ts';
import { createName } from '../../ui/person.ts';
import type { WidgetFactory } from '../../widget.ts';

const SECOND = 1000;
const CLOSING_MS = 10 * SECOND;

/** A countdown to which gifts add seconds. */
export const timeBonus: WidgetFactory<'timeBonus'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const title = createName('bonus__title');
  const time = element('div', 'bonus__time');
  const added = element('div', 'bonus__added');
  const rule = element('div', 'bonus__rule');
  const root = element('section', 'bonus plate', title.element, time, added, rule);
  host.append(root);
  let options = first;
  let state: Partial<OverlayState> = {};
  let lastBonus: number | null = null;

  const draw = (view: BonusView) => {
    title.show(options.title === '' ? env.t('overlay.bonus') : options.title);
    const text = clockText(view.ms);
    setText(time, text);
    setState(time, 'length', String(text.length));
    setState(root, 'phase', view.phase);
    setState(root, 'closing', view.closing);
    const isFull = view.bonusMs >= options.maxSeconds * SECOND;
    const addedText = env.t('overlay.bonus.added', { shown: clockText(view.bonusMs) });
    setText(
      added,
      view.phase === 'over'
        ? env.t('overlay.bonus.over')
        : isFull
          ? `${addedText} ${env.t('overlay.bonus.full')}`
          : addedText,
    );
    setHidden(added, view.phase !== 'over' && view.bonusMs === 0);
    setText(
      rule,
      env.t('overlay.bonus.rule', {
        diamonds: figures.whole(options.diamonds),
        seconds: figures.whole(options.addSeconds),
      }),
    );
    setHidden(rule, options.addSeconds === 0);
    if (lastBonus !== null && view.bonusMs > lastBonus && !env.reduced) pulse(time);
    lastBonus = view.bonusMs;
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
      const view = bonusView(state, options, now);
      draw(view);
      return view.wait;
    },
    destroy: () => root.remove(),
  };
};

interface BonusView {
  /** The time that is left (ms). */
  ms: number;
  bonusMs: number;
  phase: 'ready' | 'running' | 'stopped' | 'over';
  /** Whether these are the last ten seconds. */
  closing: boolean;
  /** Time until the view changes (ms). */
  wait: number;
}

/** What a time bonus shows at `now` (the hub's clock, ms). */
export function bonusView(
  state: Partial<OverlayState>,
  options: OptionsOf<'timeBonus'>,
  now: number,
): BonusView {
  const spec = bonusOf(options);
  const bonus = spec === null ? undefined : state.bonus?.[bonusKey(spec)];
  const wait = Number.POSITIVE_INFINITY;
  if (bonus === undefined) {
    return { ms: options.seconds * SECOND, bonusMs: 0, phase: 'ready', closing: false, wait };
  }
  const { countdown, bonusMs } = bonus;
  const ms = leftOf(countdown, now) ?? 0;
  const running = countdown.since !== null;
  if (ms === 0) return { ms, bonusMs, phase: 'over', closing: false, wait };
  return {
    ms,
    bonusMs,
    phase: running ? 'running' : 'stopped',
    closing: running && ms <= CLOSING_MS,
    wait: running ? (ms % SECOND === 0 ? SECOND : ms % SECOND) + 1 : wait,
  };
}

function pulse(time: HTMLElement): void {
  time.animate([{ transform: 'scale(1.14)' }, { transform: 'none' }], {
    duration: 320,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  });
}
