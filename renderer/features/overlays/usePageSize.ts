import { useShow } from '#renderer/data/hooks.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { type PageSize, pageSize } from './pageSize.ts';

/** The size of a widget's page with the anchors of the show that is open. */
export function usePageSize(options: WidgetOptions): PageSize {
  const anchors = useShow((state) => state.preset?.anchors.length);
  return pageSize(options, anchors);
}
