import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CallName, type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { Notices } from './hub.ts';

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

const MIB = 1024 * 1024;

/** The share of the quota from which the host gets a warning. */
const WARN_FROM = 0.8;

const NOTICE = 'storage.quota';

/** Calls that the quota refuses. Deleting, ending a session and leaving a room are always possible. */
const writingCalls: ReadonlySet<CallName> = new Set<CallName>([
  'pictures.put',
  'sounds.put',
  'packs.put',
  'packs.restore',
  'fonts.put',
  'themes.create',
  'themes.save',
  'themes.restore',
  'presets.save',
  'presets.restore',
  'lines.save',
  'overlay.create',
  'overlay.update',
  'overlay.restore',
  'overlay.revoke',
  'show.restore',
  'rehearsal.open',
  'session.choosePreset',
  'bindings.bind',
  'bindings.pin',
  'bindings.suspend',
  'ledger.reassign',
  'ledger.reassignViewer',
  'ledger.place',
  'ledger.undo',
  'late.decide',
  'gift.add',
  'round.prepare',
  'round.act',
  'round.resurrect',
  'round.pledge',
  'round.decideTie',
  'anchors.knockOut',
  'dance.act',
]);

/**
 * Enforces the disk quota of a data folder. The quota never stops a running show of a real room or its host's commands;
 * it refuses the next show. A rehearsal ends when the quota is reached.
 */
export class DiskQuota {
  readonly #folder: string;
  readonly #allowance: Allowance;
  readonly #sizes = new Map<string, number>();
  #notifiedPercent: number | null = null;
  #used: number | null = null;

  constructor(folder: string, allowance: Allowance) {
    this.#folder = folder;
    this.#allowance = allowance;
  }

  get isLimited(): boolean {
    return this.#allowance.diskBytes !== Number.POSITIVE_INFINITY;
  }

  /** The size of all files at the last measurement (bytes); null without a quota. */
  get used(): number | null {
    return this.#used;
  }

  /** Measures the folder and returns the problem if the quota is reached, otherwise null. */
  problem(): Problem | null {
    if (!this.isLimited) return null;
    const used = this.#measure();
    return used < this.#allowance.diskBytes ? null : this.#problemOf('storage.quota', used);
  }

  /** Call it before a show begins. @throws RingsideError `storage.quota`, `storage.quotaOfVisitor`. */
  refuseShow(): void {
    const problem = this.problem();
    if (problem !== null) throw RingsideError.of(problem);
  }

  /**
   * Call it before a request is handled. `showRuns`: a show of a real room is running.
   *
   * @throws RingsideError `storage.quota`, `storage.quotaOfVisitor` if the call writes and the quota is reached.
   */
  refuseCall(name: CallName, showRuns: boolean): void {
    const isRefusable =
      writingCalls.has(name) && (!showRuns || name === 'pictures.put' || name === 'packs.put');
    if (isRefusable) this.refuseShow();
  }

  /**
   * Updates the standing notice about the quota, which begins at 80 %. Visitors get no notice: their rehearsal ends.
   */
  updateNotice(notices: Notices): void {
    const { diskBytes, isVisitor } = this.#allowance;
    if (!this.isLimited || isVisitor) return;
    const used = this.#measure();
    const percent = used < diskBytes * WARN_FROM ? null : Math.floor((used / diskBytes) * 100);
    if (percent === this.#notifiedPercent) return;
    this.#notifiedPercent = percent;
    if (percent === null) notices.clear(NOTICE);
    else if (percent < 100) notices.showStanding(NOTICE, 'warn', this.#problemOf('storage.nearQuota', used));
    else notices.showStanding(NOTICE, 'error', this.#problemOf('storage.quota', used));
  }

  #problemOf(code: 'storage.quota' | 'storage.nearQuota', used: number): Problem {
    const { diskBytes, isVisitor } = this.#allowance;
    return {
      code: isVisitor ? 'storage.quotaOfVisitor' : code,
      params: { used: Math.round(used / MIB), limit: Math.round(diskBytes / MIB) },
    };
  }

  /** Measures all files (bytes). Closed and deleted shows do not change, so their sizes are cached. */
  #measure(): number {
    let bytes = 0;
    const found = new Set<string>();
    for (const entry of entriesOf(this.#folder)) {
      const path = join(this.#folder, entry.name);
      if (!entry.isDirectory()) bytes += sizeOfFile(path);
      else if (entry.name !== 'shows' && entry.name !== 'trash') bytes += sizeOfFolder(path);
      else {
        // Show ids sort by time. The last two may change: the open show and the show that is being closed.
        const names = entriesOf(path)
          .map(({ name }) => name)
          .sort();
        const fixed = entry.name === 'trash' ? names : names.slice(0, -2);
        for (const name of names.slice(fixed.length)) bytes += sizeOfFolder(join(path, name));
        for (const name of fixed) {
          const show = join(path, name);
          const size = this.#sizes.get(show) ?? sizeOfFolder(show);
          this.#sizes.set(show, size);
          found.add(show);
          bytes += size;
        }
      }
    }
    for (const show of this.#sizes.keys()) if (!found.has(show)) this.#sizes.delete(show);
    this.#used = bytes;
    return bytes;
  }
}

/** Lists a folder. Returns an empty list if the folder was deleted meanwhile. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sizeOfFolder(folder: string): number {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? sizeOfFolder(path) : sizeOfFile(path);
  }
  return bytes;
}

/** The size of a file (bytes), 0 if it was deleted meanwhile. */
function sizeOfFile(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
