import './scene.css';
import { sceneSizes } from '#shared/contract/overlay/widget.ts';
import { BOX_QUERY } from '#shared/overlay/boxSize.ts';
import { element, setHidden } from '../../ui/element.ts';
import type { WidgetFactory } from '../../widget.ts';

/** Several widgets on one page, each as a frame with its own page, so that their options and CSS stay apart. */
export const scene: WidgetFactory<'scene'> = (host, first) => {
  const root = element('div', 'scene');
  host.append(root);
  const frames = new Map<string, HTMLIFrameElement>();

  const draw = ({ orientation, items, tokens }: typeof first) => {
    const page = sceneSizes[orientation];
    const kept = new Set<string>();
    for (const [layer, { widget, x, y, width, height, hidden }] of items.entries()) {
      const token = tokens[widget];
      if (token === undefined) continue;
      // A widget with a new link needs a new frame.
      const key = `${widget} ${token}`;
      kept.add(key);
      let frame = frames.get(key);
      if (frame === undefined) {
        frame = element('iframe', 'scene__widget');
        frame.src = `${window.location.pathname}?${BOX_QUERY}#${token}`;
        frames.set(key, frame);
        root.append(frame);
      }
      frame.style.left = `${(100 * x) / page.width}%`;
      frame.style.top = `${(100 * y) / page.height}%`;
      frame.style.width = `${(100 * width) / page.width}%`;
      frame.style.height = `${(100 * height) / page.height}%`;
      // Moving a frame in the document would load it again.
      frame.style.zIndex = String(layer);
      setHidden(frame, hidden);
    }
    for (const [key, frame] of frames) {
      if (kept.has(key)) continue;
      frame.remove();
      frames.delete(key);
    }
  };
  draw(first);

  return {
    update: () => {},
    options: draw,
    moment: () => {},
    clock: () => Number.POSITIVE_INFINITY,
    destroy: () => root.remove(),
  };
};
