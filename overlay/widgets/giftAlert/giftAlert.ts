import './giftAlert.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorById } from '../../anchors.ts';
import { createIcon, element, setHidden, setText } from '../../ui/element.ts';
import { createFigures, createNumber } from '../../ui/numbers.ts';
import { createAvatar, createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetFactory } from '../../widget.ts';
import { AlertQueue, type ShownAlert } from './alertQueue.ts';

const ENTER_MS = 460;
const LEAVE_MS = 240;
/** Room for the viewer, in full-width letters of its size. */
const VIEWER_ROOM = 10;

/** One gift at a time, of at least a value: who sent it, what it is and for whom. */
export const giftAlert: WidgetFactory<'giftAlert'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const sign = createGiftSign();
  const avatar = createAvatar();
  const viewer = createName('alert__viewer');
  const gift = createName('alert__gift');
  const times = createNumber('alert__times', env.reduced);
  const to = createName('alert__to');
  const target = element('div', 'alert__target', createIcon('arrow'), to.element);
  const more = element('span', 'alert__more');
  const root = element(
    'section',
    'alert plate',
    element('div', 'alert__picture', sign.element),
    element(
      'div',
      'alert__words',
      element('div', 'alert__who', avatar.element, viewer.element),
      element('div', 'alert__what', gift.element, times.element),
      target,
    ),
    more,
  );
  root.hidden = true;
  host.append(root);
  const queue = new AlertQueue();
  let options = first;
  let state: Partial<OverlayState> = {};
  let shownKey: string | null = null;
  let leaving: Animation | null = null;

  const draw = (alert: ShownAlert) => {
    const own = options.picture === '' ? '' : `/overlay/picture/${options.picture}`;
    sign.show(alert.giftName, env.picture(own || alert.picture));
    avatar.show(alert.viewer, '');
    viewer.show(alert.viewer, VIEWER_ROOM);
    gift.show(alert.giftName);
    times.show(`×${figures.whole(alert.count)}`);
    const anchor = alert.anchorId === null ? undefined : anchorById(state, alert.anchorId);
    setHidden(target, anchor === undefined || !options.showAnchor);
    to.show(anchor?.nickname ?? '');
    setText(more, env.t('overlay.alert.more', { shown: figures.whole(alert.more) }));
    setHidden(more, alert.more === 0);
  };
  const enter = () => {
    leaving?.cancel();
    setHidden(root, false);
    if (env.reduced) return;
    root.animate(
      [
        { transform: 'scale(0.7)', opacity: 0 },
        { transform: 'scale(1.05)', opacity: 1, offset: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: ENTER_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
    );
  };
  const leave = () => {
    if (env.reduced) {
      setHidden(root, true);
      return;
    }
    const animation = root.animate([{ opacity: 1 }, { opacity: 0, transform: 'translateY(-6%)' }], {
      duration: LEAVE_MS,
    });
    leaving = animation;
    animation.onfinish = () => setHidden(root, true);
  };

  return {
    update: (all) => {
      state = all;
      if (all.alerts !== undefined) queue.update(all.alerts, options.minDiamonds, env.now());
    },
    options: (next) => {
      options = next;
    },
    moment: () => {},
    clock: (now) => {
      const { alert, wait } = queue.at(now);
      if (alert !== null) draw(alert);
      const key = alert?.key ?? null;
      if (key !== shownKey) {
        shownKey = key;
        if (key === null) leave();
        else enter();
      }
      return wait;
    },
    destroy: () => root.remove(),
  };
};
