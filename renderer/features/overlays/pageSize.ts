import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { workbenchSize } from '#shared/overlay/workbenchSize.ts';

export interface PageSize {
  width: number;
  height: number;
}

/** Anchors of a show that is not known: one line of a workbench has room for so many. */
const ONE_LINE = 8;

/**
 * The size for which a page is made, in pixels: upright as phones are, a workbench as long as its layout is, and
 * deeper the more anchors there are.
 */
export function pageSize(options: WidgetOptions, anchors = ONE_LINE): PageSize {
  if (options.kind !== 'workbench') return { width: 1080, height: 1920 };
  return workbenchSize(options.layout, anchors);
}

/** How much a page is shrunk so that the whole of it fits into a room; never enlarged. */
export function fitScale(page: PageSize, room: PageSize): number {
  if (room.width <= 0 || room.height <= 0) return 0;
  return Math.min(1, room.width / page.width, room.height / page.height);
}
