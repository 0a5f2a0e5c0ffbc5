import type { OptionsOf, WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { Widget, WidgetEnv, WidgetFactory } from '../widget.ts';

/** A widget of a kind that is known only when it runs. */
export type AnyWidget = Omit<Widget, 'options'> & { options(options: WidgetOptions): void };
export type AnyFactory = (host: HTMLElement, options: WidgetOptions, env: WidgetEnv) => AnyWidget;

/** Each kind's code comes with its first page, and no other's. */
export const loaders: Readonly<Record<WidgetKind, () => Promise<AnyFactory>>> = {
  ranking: of('ranking', async () => (await import('../widgets/ranking/ranking.ts')).ranking),
  pkBar: of('pkBar', async () => (await import('../widgets/pkBar/pkBar.ts')).pkBar),
  countdown: of('countdown', async () => (await import('../widgets/countdown/countdown.ts')).countdown),
  anchorCards: of(
    'anchorCards',
    async () => (await import('../widgets/anchorCards/anchorCards.ts')).anchorCards,
  ),
  totalVotes: of('totalVotes', async () => (await import('../widgets/totalVotes/totalVotes.ts')).totalVotes),
  giftGuide: of('giftGuide', async () => (await import('../widgets/giftGuide/giftGuide.ts')).giftGuide),
  danceQueue: of('danceQueue', async () => (await import('../widgets/danceQueue/danceQueue.ts')).danceQueue),
  recentGifts: of(
    'recentGifts',
    async () => (await import('../widgets/recentGifts/recentGifts.ts')).recentGifts,
  ),
  lastWinner: of('lastWinner', async () => (await import('../widgets/lastWinner/lastWinner.ts')).lastWinner),
  effects: of('effects', async () => (await import('../effects/index.ts')).effects),
  workbench: of('workbench', async () => (await import('../workbench/index.ts')).workbench),
};

function of<K extends WidgetKind>(kind: K, load: () => Promise<WidgetFactory<K>>): () => Promise<AnyFactory> {
  return async () => {
    const factory = await load();
    return (host, options, env) => {
      if (!isOf(options, kind)) throw new TypeError(`options of a ${options.kind} given to a ${kind}`);
      const widget = factory(host, options, env);
      return {
        update: (state, change) => widget.update(state, change),
        options: (next) => {
          if (isOf(next, kind)) widget.options(next);
        },
        moment: (moment) => widget.moment(moment),
        clock: (now) => widget.clock(now),
        destroy: () => widget.destroy(),
      };
    };
  };
}

function isOf<K extends WidgetKind>(options: WidgetOptions, kind: K): options is OptionsOf<K> {
  return options.kind === kind;
}
