import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallName } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { Allowance } from './allowance.ts';
import type { Notices } from './notices.ts';

const MIB = 1024 * 1024;

/** The share of the quota from which a host is warned. */
const WARN_FROM = 0.8;

const NOTICE = 'storage.quota';

/** Calls that write to the folder. Deleting, ending a session and letting go of a room stay possible at any time. */
const writingCalls: ReadonlySet<CallName> = new Set<CallName>([
  ...(['pictures.put', 'presets.save', 'presets.restore', 'lines.save'] as const),
  ...(['overlay.create', 'overlay.update', 'overlay.restore', 'overlay.revoke'] as const),
  ...(['show.restore', 'rehearsal.open', 'session.choosePreset'] as const),
  ...(['bindings.bind', 'bindings.pin', 'bindings.suspend'] as const),
  ...(['ledger.reassign', 'ledger.reassignViewer', 'ledger.undo', 'late.decide', 'gift.add'] as const),
  ...(['round.prepare', 'round.act', 'round.resurrect', 'round.pledge', 'round.decideTie'] as const),
  ...(['anchors.knockOut', 'dance.act'] as const),
]);

/**
 * Keeps the folder of a backstage within its quota. A show of a real room that runs is never stopped by the quota, and
 * neither are its host's decisions; the next show is refused. A rehearsal ends at the quota.
 */
export class DiskQuota {
  readonly #folder: string;
  readonly #allowance: Allowance;
  readonly #sizes = new Map<string, number>();
  #toldPercent: number | null = null;
  #used: number | null = null;

  constructor(folder: string, allowance: Allowance) {
    this.#folder = folder;
    this.#allowance = allowance;
  }

  get isLimited(): boolean {
    return this.#allowance.diskBytes !== Number.POSITIVE_INFINITY;
  }

  /** Bytes of all files when they were last measured; null without a quota. */
  get used(): number | null {
    return this.#used;
  }

  /** Why nothing more may be written now; null below the quota. */
  problem(): Problem | null {
    if (!this.isLimited) return null;
    const used = this.#measure();
    return used < this.#allowance.diskBytes ? null : this.#say('storage.quota', used);
  }

  /** Asked before a show begins. @throws RingsideError `storage.quota`, `storage.quotaOfVisitor`. */
  refuseShow(): void {
    const problem = this.problem();
    if (problem !== null) throw RingsideError.of(problem);
  }

  /**
   * Asked before a call is run. `showRuns`: a show of a real room is running.
   *
   * @throws RingsideError `storage.quota`, `storage.quotaOfVisitor` for a call that writes, above the quota.
   */
  refuseCall(name: CallName, showRuns: boolean): void {
    const isRefusable = writingCalls.has(name) && (!showRuns || name === 'pictures.put');
    if (isRefusable) this.refuseShow();
  }

  /** Tells a host how full the quota is: a standing notice from 80 % on. A visitor's rehearsal ends with a word. */
  tell(notices: Notices): void {
    const { diskBytes, isVisitor } = this.#allowance;
    if (!this.isLimited || isVisitor) return;
    const used = this.#measure();
    const percent = used < diskBytes * WARN_FROM ? null : Math.floor((used / diskBytes) * 100);
    if (percent === this.#toldPercent) return;
    this.#toldPercent = percent;
    if (percent === null) notices.clear(NOTICE);
    else if (percent < 100) notices.stand(NOTICE, 'warn', this.#say('storage.nearQuota', used));
    else notices.stand(NOTICE, 'error', this.#say('storage.quota', used));
  }

  #say(code: 'storage.quota' | 'storage.nearQuota', used: number): Problem {
    const { diskBytes, isVisitor } = this.#allowance;
    return {
      code: isVisitor ? 'storage.quotaOfVisitor' : code,
      params: { used: Math.round(used / MIB), limit: Math.round(diskBytes / MIB) },
    };
  }

  /** Bytes of all files. Shows that are over and deleted shows do not change, so each of them is measured once. */
  #measure(): number {
    let bytes = 0;
    const met = new Set<string>();
    for (const entry of entriesOf(this.#folder)) {
      const path = join(this.#folder, entry.name);
      if (!entry.isDirectory()) bytes += sizeOfFile(path);
      else if (entry.name !== 'shows' && entry.name !== 'trash') bytes += sizeOfFolder(path);
      else {
        // Names of shows begin with the time, so the last two are the one on stage and the one that is being closed.
        const names = entriesOf(path)
          .map(({ name }) => name)
          .sort();
        const fixed = entry.name === 'trash' ? names : names.slice(0, -2);
        for (const name of names.slice(fixed.length)) bytes += sizeOfFolder(join(path, name));
        for (const name of fixed) {
          const show = join(path, name);
          const size = this.#sizes.get(show) ?? sizeOfFolder(show);
          this.#sizes.set(show, size);
          met.add(show);
          bytes += size;
        }
      }
    }
    for (const show of this.#sizes.keys()) if (!met.has(show)) this.#sizes.delete(show);
    this.#used = bytes;
    return bytes;
  }
}

/** Nothing for a folder that goes meanwhile. */
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

/** A file that goes meanwhile counts nothing. */
function sizeOfFile(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
