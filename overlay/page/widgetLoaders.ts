import type { OptionsOf, WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { Widget, WidgetEnv, WidgetFactory } from '../widget.ts';

/** A widget whose kind is known only at run time. */
export type AnyWidget = Omit<Widget, 'options'> & { options(options: WidgetOptions): void };
export type AnyFactory = (host: HTMLElement, options: WidgetOptions, env: WidgetEnv) => AnyWidget;

/** Loads the code of a kind of widget. Each kind is a separate chunk. */
export const loaders: Readonly<Record<WidgetKind, () => Promise<AnyFactory>>> = {
  ranking: loader('ranking', async () => (await import('../widgets/ranking/ranking.ts')).ranking),
  pkBar: loader('pkBar', async () => (await import('../widgets/pkBar/pkBar.ts')).pkBar),
  countdown: loader('countdown', async () => (await import('../widgets/countdown/countdown.ts')).countdown),
  anchorCards: loader(
    'anchorCards',
    async () => (await import('../widgets/anchorCards/anchorCards.ts')).anchorCards,
  ),
  totalVotes: loader(
    'totalVotes',
    async () => (await import('../widgets/totalVotes/totalVotes.ts')).totalVotes,
  ),
  giftGuide: loader('giftGuide', async () => (await import('../widgets/giftGuide/giftGuide.ts')).giftGuide),
  danceQueue: loader(
    'danceQueue',
    async () => (await import('../widgets/danceQueue/danceQueue.ts')).danceQueue,
  ),
  recentGifts: loader(
    'recentGifts',
    async () => (await import('../widgets/recentGifts/recentGifts.ts')).recentGifts,
  ),
  lastWinner: loader(
    'lastWinner',
    async () => (await import('../widgets/lastWinner/lastWinner.ts')).lastWinner,
  ),
  thanks: loader('thanks', async () => (await import('../widgets/thanks/thanks.ts')).thanks),
  effects: loader('effects', async () => (await import('../effects/effects.ts')).effects),
  workbench: loader('workbench', async () => (await import('../workbench/workbench.ts')).workbench),
};

function loader<K extends WidgetKind>(
  kind: K,
  load: () => Promise<WidgetFactory<K>>,
): () => Promise<AnyFactory> {
  return async () => {
    const factory = await load();
    return (host, options, env) => {
      if (!isOptionsOf(options, kind)) throw new TypeError(`options of a ${options.kind} given to a ${kind}`);
      const widget = factory(host, options, env);
      return {
        update: (state, change) => widget.update(state, change),
        options: (next) => {
          if (isOptionsOf(next, kind)) widget.options(next);
        },
        moment: (moment) => widget.moment(moment),
        clock: (now) => widget.clock(now),
        destroy: () => widget.destroy(),
      };
    };
  };
}

function isOptionsOf<K extends WidgetKind>(options: WidgetOptions, kind: K): options is OptionsOf<K> {
  return options.kind === kind;
}
