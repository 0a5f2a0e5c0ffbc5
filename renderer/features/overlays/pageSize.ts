import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { workbenchSize } from '#shared/overlay/workbenchSize.ts';

export interface PageSize {
  width: number;
  height: number;
}

/** The number of anchors to assume without a show: those that fit on one line of a workbench. */
const DEFAULT_ANCHORS = 8;

/**
 * Returns the size of a widget's page (px). It is a portrait page, except for a workbench: its size depends on its
 * layout and on the number of anchors.
 */
export function pageSize(options: WidgetOptions, anchors = DEFAULT_ANCHORS): PageSize {
  if (options.kind !== 'workbench') return { width: 1080, height: 1920 };
  return workbenchSize(options.layout, anchors);
}

/** Returns the scale (0 to 1) at which the whole page fits into a space. */
export function fitScale(page: PageSize, space: PageSize): number {
  if (space.width <= 0 || space.height <= 0) return 0;
  return Math.min(1, space.width / page.width, space.height / page.height);
}
