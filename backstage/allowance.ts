import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';

/** What one backstage may use of the machine that it shares with others. */
export interface Allowance {
  /** Presets that may be kept, and the bytes of all of them together. */
  presets: number;
  presetBytes: number;
  /** Overlay widgets that may be kept. */
  widgets: number;
  /** Bytes in its folder; see `DiskQuota` for what happens above it. */
  diskBytes: number;
  /** Shows that began longer ago than this (ms) are removed, but not the one on stage. */
  showMs: number;
  rehearsalSizes: readonly RehearsalSize[];
  /** How long a rehearsal lasts (ms). */
  rehearsalMs: number;
  /** Its data is removed when its user leaves, so messages about the quota say something else. */
  isVisitor: boolean;
}

/** More widgets than a host can use; a limit, so that a mistake cannot fill the disk. */
export const MOST_WIDGETS = 100;

/** Of a backstage that has the machine for itself. */
export const unlimited: Allowance = {
  presets: Number.POSITIVE_INFINITY,
  presetBytes: Number.POSITIVE_INFINITY,
  widgets: MOST_WIDGETS,
  diskBytes: Number.POSITIVE_INFINITY,
  showMs: Number.POSITIVE_INFINITY,
  rehearsalSizes,
  rehearsalMs: Number.POSITIVE_INFINITY,
  isVisitor: false,
};
