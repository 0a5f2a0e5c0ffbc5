import type { OptionsOf } from '../contract/overlay/widget.ts';

export type WorkbenchLayout = OptionsOf<'workbench'>['layout'];

/** Anchors that stand in one row, or in one column. */
const IN_LINE = 8;
const LONG = 1920;
const DEEP = 360;

export interface WorkbenchGrid {
  /** Rows of a horizontal workbench, columns of a vertical one. */
  lines: number;
  /** How many anchors the fullest line has; from 1. */
  perLine: number;
}

/** How so many anchors are shared out, evenly, so that no line is nearly empty. */
export function workbenchGrid(anchors: number): WorkbenchGrid {
  const lines = Math.max(1, Math.ceil(anchors / IN_LINE));
  return { lines, perLine: Math.max(1, Math.ceil(anchors / lines)) };
}

/** The fixed size of a workbench in px: 1920x360 for each eight anchors, or upright 360x1920. */
export function workbenchSize(layout: WorkbenchLayout, anchors: number): { width: number; height: number } {
  const depth = DEEP * workbenchGrid(anchors).lines;
  return layout === 'horizontal' ? { width: LONG, height: depth } : { width: depth, height: LONG };
}
