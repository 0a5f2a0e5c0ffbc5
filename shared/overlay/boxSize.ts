import type { WidgetKind } from '../contract/overlay/widget.ts';

/**
 * The size (px) of each widget on a page of 1080x1920 with default options. The width is constant, the height depends on
 * the content. Kinds that fill their page have the size of the page.
 */
export const boxSizes: Readonly<Record<WidgetKind, { width: number; height: number }>> = {
  ranking: { width: 808, height: 616 },
  pkBar: { width: 1080, height: 340 },
  countdown: { width: 588, height: 354 },
  anchorCards: { width: 1064, height: 770 },
  totalVotes: { width: 682, height: 338 },
  giftGuide: { width: 888, height: 840 },
  danceQueue: { width: 788, height: 702 },
  recentGifts: { width: 748, height: 578 },
  lastWinner: { width: 928, height: 288 },
  thanks: { width: 1048, height: 674 },
  goal: { width: 888, height: 362 },
  giftAlert: { width: 888, height: 294 },
  timeBonus: { width: 708, height: 410 },
  effects: { width: 1080, height: 1920 },
  workbench: { width: 1080, height: 360 },
  scene: { width: 1080, height: 1920 },
};

/** Query of the URL of a page that is a box of a scene. */
export const BOX_QUERY = 'box';
