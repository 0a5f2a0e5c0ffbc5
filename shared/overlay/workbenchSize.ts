import type { OptionsOf } from '../contract/overlay/widget.ts';

export type WorkbenchLayout = OptionsOf<'workbench'>['layout'];

/** Maximum number of anchors in one row or column. */
const MAX_PER_LINE = 8;
/** Size of a line (px). */
const LINE_LENGTH = 1920;
const LINE_DEPTH = 360;

export interface WorkbenchGrid {
  /** Rows of a horizontal workbench, columns of a vertical one. */
  lines: number;
  /** Number of anchors in the fullest line, at least 1. */
  perLine: number;
}

/** Distributes anchors evenly over as few lines as possible. */
export function workbenchGrid(anchors: number): WorkbenchGrid {
  const lines = Math.max(1, Math.ceil(anchors / MAX_PER_LINE));
  return { lines, perLine: Math.max(1, Math.ceil(anchors / lines)) };
}

/** The fixed size (px) of a workbench: 1920x360 for each eight anchors if horizontal, 360x1920 if vertical. */
export function workbenchSize(layout: WorkbenchLayout, anchors: number): { width: number; height: number } {
  const depth = LINE_DEPTH * workbenchGrid(anchors).lines;
  return layout === 'horizontal'
    ? { width: LINE_LENGTH, height: depth }
    : { width: depth, height: LINE_LENGTH };
}
