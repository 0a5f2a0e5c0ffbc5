import type { WorkbenchLayout } from '#shared/contract/desktop.ts';

export interface Size {
  width: number;
  height: number;
}

/**
 * The picture that a streaming program captures, in pixels of the screen. It is the same at every scaling of
 * the system, so that a scene laid out on one machine fits on another. Both sides divide by 1.25, 1.5 and 2
 * without a rest: a half pixel would show as a seam at the edge.
 */
export const workbenchPixels: Readonly<Record<WorkbenchLayout, Size>> = {
  horizontal: { width: 960, height: 540 },
  vertical: { width: 540, height: 960 },
};

/** Size of the window's content in the system's own units, and the zoom at which the page keeps its pixels. */
export function workbenchContent(layout: WorkbenchLayout, scaleFactor: number): Size & { zoom: number } {
  const scale = Number.isFinite(scaleFactor) && scaleFactor > 0 ? scaleFactor : 1;
  const pixels = workbenchPixels[layout];
  return {
    width: Math.ceil(pixels.width / scale),
    height: Math.ceil(pixels.height / scale),
    zoom: 1 / scale,
  };
}
