import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';

export interface PageSize {
  width: number;
  height: number;
}

/** The size for which a page is made, in pixels: upright as phones are, the workbench as its window is. */
export function pageSize(options: WidgetOptions): PageSize {
  if (options.kind !== 'workbench') return { width: 1080, height: 1920 };
  return options.layout === 'horizontal' ? { width: 960, height: 540 } : { width: 540, height: 960 };
}

/** How much a page is shrunk so that the whole of it fits into a room; never enlarged. */
export function fitScale(page: PageSize, room: PageSize): number {
  if (room.width <= 0 || room.height <= 0) return 0;
  return Math.min(1, room.width / page.width, room.height / page.height);
}
