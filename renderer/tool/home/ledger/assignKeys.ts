import type { Target } from '#shared/contract/ledger.ts';

export interface AssignPress {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export type AssignKey =
  | { do: 'undo' }
  /** `viewer`: all unallocated rows of the row's viewer instead of the row. */
  | { do: 'assign'; to: Target; viewer: boolean }
  /** A digit for which the preset has no anchor. */
  | { do: 'noAnchor'; digit: number };

/**
 * What a key does in the ledger: 1-9 is the anchor of that place in the preset, 0 unallocated, Delete or
 * Backspace not counted, Ctrl or Cmd+Z the newest correction back. The digit row is read by its place, so that
 * Shift and a French keyboard do not turn it into something else.
 */
export function assignKeyOf(press: AssignPress, anchorIds: readonly string[]): AssignKey | null {
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    return press.key.toLowerCase() === 'z' && !press.shiftKey ? { do: 'undo' } : null;
  }
  if (press.key === 'Delete' || press.key === 'Backspace') {
    return press.shiftKey ? null : { do: 'assign', to: 'uncounted', viewer: false };
  }
  const digit = digitOf(press);
  if (digit === null) return null;
  if (digit === 0) return press.shiftKey ? null : { do: 'assign', to: 'unallocated', viewer: false };
  const anchorId = anchorIds[digit - 1];
  if (anchorId === undefined) return { do: 'noAnchor', digit };
  return { do: 'assign', to: `anchor:${anchorId}`, viewer: press.shiftKey };
}

/** The digit of a key of the digit row or of the number pad, null for any other key. */
export function digitOf(press: Pick<AssignPress, 'key' | 'code'>): number | null {
  const row = /^Digit(\d)$/.exec(press.code);
  if (row !== null) return Number(row[1]);
  return /^\d$/.test(press.key) ? Number(press.key) : null;
}
