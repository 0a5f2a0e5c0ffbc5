import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { dependsOnCredit, matchesFilter } from './ledgerFilter.ts';
import type { LedgerWindowOptions, PageRead, PageWanted } from './ledgerPage.ts';
import { applyToSegment, rowIdOf } from './rowEvents.ts';
import { SegmentList } from './segmentList.ts';
import type { Segment } from './segments.ts';

const LARGEST_PAGE = 500;

/**
 * The part of the ledger that a screen holds: pages read from the backstage, kept true by the row events that
 * follow. However pages and events interleave, the rows that it holds are those that the backstage would
 * answer. It holds a few pages around what is on screen and the newest rows, never all.
 */
export class LedgerWindow {
  readonly #options: Required<LedgerWindowOptions>;
  readonly #list = new SegmentList();
  #applied: number;
  #total: number | null = null;
  /** Events up to here are in the total. */
  #totalSeq = 0;
  #generation = 0;
  #pin: number | null = null;
  #view = { first: 0, last: 0 };
  #revision = 0;

  constructor(options: LedgerWindowOptions) {
    this.#options = { pageSize: 200, reach: 1000, ...options };
    this.#applied = options.applied;
  }

  /** Rises with every change of what the window would show. */
  get revision(): number {
    return this.#revision;
  }

  /** Rows of the filter in the whole ledger; null until the first page is here. */
  get total(): number | null {
    return this.#total;
  }

  /** Rows that can be scrolled to now; `more` tells that older ones will follow. */
  get count(): number {
    return this.#list.size - this.hidden;
  }

  get more(): boolean {
    return (this.#list.tail?.lo ?? 1) > 0;
  }

  /** Rows that arrived above the pinned one and wait to be looked at. */
  get hidden(): number {
    const pin = this.#pin;
    if (pin === null) return 0;
    const below = this.#list.all.findIndex((each) => each.lo <= pin);
    return below < 0 ? this.#list.size : this.#list.startOf(below);
  }

  /** The row above which rows wait, null while none do. */
  get pinnedRow(): number | null {
    return this.#pin;
  }

  /** The row at an index of the list, undefined while it is not in memory. */
  rowAt(index: number): LedgerRow | undefined {
    return this.#list.rowAt(index + this.hidden);
  }

  /** The index of a row of the list, -1 when it is not in memory or waits above the pinned one. */
  indexOf(rowId: number): number {
    const index = this.#list.indexOf(rowId);
    return index < 0 ? -1 : Math.max(-1, index - this.hidden);
  }

  /** The newest row for which `wanted` holds, among the newest page or two. */
  findNewest(wanted: (row: LedgerRow) => boolean): LedgerRow | undefined {
    return this.#list.head?.rows?.find(wanted);
  }

  /**
   * From now on rows that arrive wait above the first row, and what is being read does not move. `rowId` names another
   * first row, one that need not be in memory yet.
   */
  pin(rowId = this.rowAt(0)?.rowId): void {
    if (this.#pin !== null || rowId === undefined) return;
    this.#pin = rowId;
    this.#list.split(rowId + 1);
    this.#revision += 1;
  }

  unpin(): void {
    if (this.#pin === null) return;
    this.#pin = null;
    this.#revision += 1;
  }

  /** Tells which rows are on screen; drops pages that are far from them. */
  see(first: number, last: number): void {
    this.#view = { first, last };
    this.#dropFar();
  }

  /** The next page to read for what is on screen, null when nothing is missing. Ask for one at a time. */
  wanted(): PageWanted | null {
    const { pageSize } = this.#options;
    const { head, tail } = this.#list;
    if (head === undefined || tail === undefined) return this.#ask(undefined, 0, pageSize);
    if (head.stale) return this.#askFor(head);
    const { first, last } = this.#around(pageSize / 4);
    const missing = this.#list.all.find((each, at) => {
      const start = this.#list.startOf(at);
      return (each.rows === null || each.stale) && start <= last && start + each.size >= first;
    });
    if (missing !== undefined) return this.#askFor(missing);
    return tail.lo > 0 && last >= this.#list.size ? this.#ask(tail.lo, 0, pageSize) : null;
  }

  /** Takes in a page that `wanted` asked for; one from before `invalidate` is ignored. */
  take(wanted: PageWanted, page: PageRead): void {
    if (wanted.generation !== this.#generation) return;
    const lo = Math.max(page.next ?? 0, wanted.floor);
    const rows = page.rows.filter((row) => row.rowId >= lo);
    const hi = wanted.before ?? Number.POSITIVE_INFINITY;
    // The old end was let go of while this page was on its way: it would leave a hole above itself.
    if (hi < (this.#list.tail?.lo ?? 0)) return;
    const read: Segment = { lo, hi, rows, size: rows.length, seq: page.seq, stale: false };
    this.#list.put(read);
    this.#total = page.total;
    this.#totalSeq = Math.max(page.seq, this.#applied);
    this.#catchUp(read);
    if (this.#pin !== null) this.#list.split(this.#pin + 1);
    this.#dropFar();
    this.#revision += 1;
  }

  /** Row events of the show, oldest first; those that were applied before are ignored. */
  apply(events: readonly RowEvent[]): void {
    const applied = this.#applied;
    for (const event of events) {
      if (event.seq <= applied) continue;
      this.#applied = event.seq;
      this.#follow(event);
    }
    this.#splitHead();
  }

  /** Events were lost (the show was read anew, up to `applied`): everything held has to be read again. */
  invalidate(applied: number): void {
    this.#applied = applied;
    this.#generation += 1;
    for (const segment of this.#list.all) segment.stale = true;
    this.#revision += 1;
  }

  #follow(event: RowEvent): void {
    const { filter } = this.#options;
    const counts = event.seq > this.#totalSeq && this.#total !== null;
    if (counts && event.kind === 'opened' && matchesFilter(filter, event.row)) this.#addToTotal(1);
    const segment = this.#list.around(rowIdOf(event));
    // Whether a row was in the filter before is known only of what we hold, and hold for sure.
    const unsure = segment?.rows == null || segment.stale;
    if (unsure && event.kind === 'moved' && dependsOnCredit(filter)) this.#doubtTotal();
    if (segment === undefined || event.seq <= segment.seq) return;
    const before = segment.size;
    this.#change(segment, event);
    if (counts && event.kind === 'moved') this.#addToTotal(segment.size - before);
  }

  /** Brings a page that was answered before newer events to where the rest of the window is. */
  #catchUp(read: Segment): void {
    if (read.seq >= this.#applied) return;
    const events = this.#options.recentSince(read.seq);
    if (events === null) {
      read.stale = true;
      this.#doubtTotal();
      return;
    }
    for (const event of events) {
      if (event.seq > this.#applied) break;
      const rowId = rowIdOf(event);
      if (rowId >= read.lo && rowId < read.hi) this.#change(read, event);
      if (event.kind === 'opened' && matchesFilter(this.#options.filter, event.row)) this.#addToTotal(1);
      else if (event.kind === 'moved' && dependsOnCredit(this.#options.filter)) this.#doubtTotal();
    }
  }

  #change(segment: Segment, event: RowEvent): void {
    const outcome = applyToSegment(segment, event, this.#options.filter);
    if (outcome === 'nothing') return;
    if (outcome === 'unknownRow') {
      segment.stale = true;
      this.#doubtTotal();
    }
    this.#list.resized();
    this.#revision += 1;
  }

  #addToTotal(rows: number): void {
    this.#total = (this.#total ?? 0) + rows;
    if (rows !== 0) this.#revision += 1;
  }

  /** A row that we do not hold has come or gone: the newest page is read again, for its total. */
  #doubtTotal(): void {
    const { head } = this.#list;
    if (head !== undefined) head.stale = true;
    this.#revision += 1;
  }

  /** Keeps the newest stretch short, so that its older part can be dropped. */
  #splitHead(): void {
    const { pageSize } = this.#options;
    while ((this.#list.head?.size ?? 0) > 2 * pageSize) {
      const cut = this.#list.rowAt(pageSize - 1);
      if (cut === undefined) break;
      this.#list.split(cut.rowId);
    }
    this.#dropFar();
  }

  #dropFar(): void {
    const { first, last } = this.#around(this.#options.reach);
    for (const [at, each] of this.#list.all.entries()) {
      const start = this.#list.startOf(at);
      if (at > 0 && (start > last || start + each.size < first)) each.rows = null;
    }
    // From the top nobody goes back to where they once were: that place need not be remembered.
    if (this.#pin === null && this.#view.first === 0 && this.#list.trimEnd()) this.#revision += 1;
  }

  /** Indexes of the list that are no further than `rows` from the screen. */
  #around(rows: number): { first: number; last: number } {
    // The list may have become shorter than where the screen still stands.
    const first = Math.min(this.#view.first, this.count);
    return { first: first + this.hidden - rows, last: this.#view.last + this.hidden + rows };
  }

  #askFor(segment: Segment): PageWanted {
    const limit = Math.min(LARGEST_PAGE, Math.max(this.#options.pageSize, segment.size + 20));
    return this.#ask(segment.hi === Number.POSITIVE_INFINITY ? undefined : segment.hi, segment.lo, limit);
  }

  #ask(before: number | undefined, floor: number, limit: number): PageWanted {
    return { before, floor, limit, generation: this.#generation };
  }
}
