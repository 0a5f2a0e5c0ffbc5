import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';

/** Limits of one backstage on a machine that it shares with others. */
export interface Allowance {
  /** The largest number of presets, and the largest size of all presets together (bytes). */
  presets: number;
  presetBytes: number;
  /** The largest number of overlay widgets. */
  widgets: number;
  /** The largest size of the data folder (bytes). `DiskQuota` applies it. */
  diskBytes: number;
  /** The age (ms since its start) from which a show is deleted, unless it is the open show. */
  showMs: number;
  rehearsalSizes: readonly RehearsalSize[];
  /** How long a rehearsal lasts (ms). */
  rehearsalMs: number;
  /** The user is a visitor without an account. Messages about the quota differ, because the data is temporary. */
  isVisitor: boolean;
}

/**
 * The largest number of widgets without other limits: far more than a host needs, but a mistake cannot fill the disk.
 */
export const MOST_WIDGETS = 100;

/** The limits of a backstage that shares its machine with no other. */
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
