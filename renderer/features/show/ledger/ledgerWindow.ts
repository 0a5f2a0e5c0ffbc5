import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import { dependsOnCredit, matchesFilter } from './ledgerFilter.ts';
import { applyToSegment, rowIdOf, type Segment, SegmentList } from './segmentList.ts';

/** Largest page that `ledger.page` returns. */
const MAX_PAGE = 500;

/** A page to read: at most `limit` rows older than `before`, or the newest rows if `before` is undefined. */
export interface PageRequest {
  before: number | undefined;
  /** Rows older than this row id are ignored. */
  floor: number;
  limit: number;
  generation: number;
}

/** The response of `ledger.page`: rows newest first, and `next` as the `before` of the next page. */
export interface PageAnswer {
  rows: readonly LedgerRow[];
  next: number | null;
  total: number;
  seq: number;
}

export interface LedgerWindowOptions {
  filter: LedgerFilter;
  /** Sequence number of the last row events before the window was created. */
  applied: number;
  /** Row events after `seq`; null if they are no longer in the engine's buffer. */
  recentSince(seq: number): RowEvent[] | null;
  pageSize?: number;
  /** Rows further than this from the screen are evicted from memory. */
  reach?: number;
}

/**
 * Cache of the part of the ledger that is near the screen: pages read from the backstage, updated by row events. The
 * cached rows equal the backstage's answer, in whatever order pages and events arrive. The cache holds the newest
 * rows and a few pages around the visible ones, never the whole ledger.
 */
export class LedgerWindow {
  readonly #options: Required<LedgerWindowOptions>;
  readonly #list = new SegmentList();
  #applied: number;
  #total: number | null = null;
  /** Events up to this sequence number are included in the total. */
  #totalSeq = 0;
  #generation = 0;
  #pin: number | null = null;
  #view = { first: 0, last: 0 };
  #revision = 0;

  constructor(options: LedgerWindowOptions) {
    const { pageSize = 200, reach = 1000 } = options;
    this.#options = { ...options, pageSize, reach };
    this.#applied = options.applied;
  }

  /** Increases with every change of the rows, the total or the pin. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of rows in the ledger that match the filter; null until the first page has arrived. */
  get total(): number | null {
    return this.#total;
  }

  /** Number of rows that the list can scroll to now. If `more` is true, older rows can still be read. */
  get count(): number {
    return this.#list.size - this.hidden;
  }

  get more(): boolean {
    return (this.#list.tail?.lo ?? 1) > 0;
  }

  /** Number of rows above the pinned row, which the list does not show yet. */
  get hidden(): number {
    const pin = this.#pin;
    if (pin === null) return 0;
    const below = this.#list.all.findIndex((each) => each.lo <= pin);
    return below < 0 ? this.#list.size : this.#list.startOf(below);
  }

  /** Id of the pinned row; null if no row is pinned. */
  get pinnedRow(): number | null {
    return this.#pin;
  }

  /** The row at an index of the list; undefined if it is not in memory. */
  rowAt(index: number): LedgerRow | undefined {
    return this.#list.rowAt(index + this.hidden);
  }

  /** Index of a row in the list; -1 if the row is not in memory or is above the pinned row. */
  indexOf(rowId: number): number {
    const index = this.#list.indexOf(rowId);
    return index < 0 ? -1 : Math.max(-1, index - this.hidden);
  }

  /** The newest row for which `test` is true. Searches the newest one or two pages only. */
  findNewest(test: (row: LedgerRow) => boolean): LedgerRow | undefined {
    return this.#list.head?.rows?.find(test);
  }

  /**
   * Makes a row the first one of the list: new rows stay hidden above it, so the visible rows do not move. The default
   * is the current first row. `rowId` need not be in memory.
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

  /** Sets the range of visible rows. Evicts pages that are far from it. */
  setVisible(first: number, last: number): void {
    this.#view = { first, last };
    this.#evictDistant();
  }

  /** The next page that the screen needs; null if nothing is missing. Read one page at a time. */
  nextPage(): PageRequest | null {
    const { pageSize } = this.#options;
    const { head, tail } = this.#list;
    if (head === undefined || tail === undefined) return this.#request(undefined, 0, pageSize);
    if (head.stale) return this.#requestFor(head);
    const { first, last } = this.#around(pageSize / 4);
    const missing = this.#list.all.find((each, at) => {
      const start = this.#list.startOf(at);
      return (each.rows === null || each.stale) && start <= last && start + each.size >= first;
    });
    if (missing !== undefined) return this.#requestFor(missing);
    return tail.lo > 0 && last >= this.#list.size ? this.#request(tail.lo, 0, pageSize) : null;
  }

  /** Adds a page that `nextPage` requested. Ignores a page that was requested before `invalidate`. */
  addPage(request: PageRequest, page: PageAnswer): void {
    if (request.generation !== this.#generation) return;
    const lo = Math.max(page.next ?? 0, request.floor);
    const rows = page.rows.filter((row) => row.rowId >= lo);
    const hi = request.before ?? Number.POSITIVE_INFINITY;
    // The segments above this page were evicted during the request: adding it would leave a hole.
    if (hi < (this.#list.tail?.lo ?? 0)) return;
    const read: Segment = { lo, hi, rows, size: rows.length, seq: page.seq, stale: false };
    this.#list.put(read);
    this.#total = page.total;
    this.#totalSeq = Math.max(page.seq, this.#applied);
    this.#catchUp(read);
    if (this.#pin !== null) this.#list.split(this.#pin + 1);
    this.#evictDistant();
    this.#revision += 1;
  }

  /** Applies row events of the show, oldest first. Ignores events that were applied before. */
  apply(events: readonly RowEvent[]): void {
    const applied = this.#applied;
    for (const event of events) {
      if (event.seq <= applied) continue;
      this.#applied = event.seq;
      this.#applyEvent(event);
    }
    this.#splitHead();
  }

  /** Call after events were lost and the show was loaded again up to `applied`. Marks all segments as stale. */
  invalidate(applied: number): void {
    this.#applied = applied;
    this.#generation += 1;
    for (const segment of this.#list.all) segment.stale = true;
    this.#revision += 1;
  }

  #applyEvent(event: RowEvent): void {
    const { filter } = this.#options;
    const counts = event.seq > this.#totalSeq && this.#total !== null;
    if (counts && event.kind === 'opened' && matchesFilter(filter, event.row)) this.#addToTotal(1);
    const segment = this.#list.segmentOf(rowIdOf(event));
    // For a row that is not in memory, it is unknown whether it matched the filter before the correction.
    const unknown = segment?.rows == null || segment.stale;
    if (unknown && event.kind === 'moved' && dependsOnCredit(filter)) this.#rereadTotal();
    if (segment === undefined || event.seq <= segment.seq) return;
    const before = segment.size;
    this.#applyToSegment(segment, event);
    if (counts && event.kind === 'moved') this.#addToTotal(segment.size - before);
  }

  /** Applies to a new page the events that the rest of the cache has already and the page has not. */
  #catchUp(read: Segment): void {
    if (read.seq >= this.#applied) return;
    const events = this.#options.recentSince(read.seq);
    if (events === null) {
      read.stale = true;
      this.#rereadTotal();
      return;
    }
    for (const event of events) {
      if (event.seq > this.#applied) break;
      const rowId = rowIdOf(event);
      if (rowId >= read.lo && rowId < read.hi) this.#applyToSegment(read, event);
      if (event.kind === 'opened' && matchesFilter(this.#options.filter, event.row)) this.#addToTotal(1);
      else if (event.kind === 'moved' && dependsOnCredit(this.#options.filter)) this.#rereadTotal();
    }
  }

  #applyToSegment(segment: Segment, event: RowEvent): void {
    const outcome = applyToSegment(segment, event, this.#options.filter);
    if (outcome === 'nothing') return;
    if (outcome === 'unknownRow') {
      segment.stale = true;
      this.#rereadTotal();
    }
    this.#list.resized();
    this.#revision += 1;
  }

  #addToTotal(rows: number): void {
    this.#total = (this.#total ?? 0) + rows;
    if (rows !== 0) this.#revision += 1;
  }

  /** Marks the newest page as stale, because its answer contains the total. */
  #rereadTotal(): void {
    const { head } = this.#list;
    if (head !== undefined) head.stale = true;
    this.#revision += 1;
  }

  /** Splits the newest segment when it grows, so that its older part can be evicted. */
  #splitHead(): void {
    const { pageSize } = this.#options;
    while ((this.#list.head?.size ?? 0) > 2 * pageSize) {
      const cut = this.#list.rowAt(pageSize - 1);
      if (cut === undefined) break;
      this.#list.split(cut.rowId);
    }
    this.#evictDistant();
  }

  #evictDistant(): void {
    const { first, last } = this.#around(this.#options.reach);
    for (const [at, each] of this.#list.all.entries()) {
      const start = this.#list.startOf(at);
      if (at > 0 && (start > last || start + each.size < first)) each.rows = null;
    }
    // At the top of the list, drop evicted segments: the scroll position below them is no longer needed.
    if (this.#pin === null && this.#view.first === 0 && this.#list.trimEnd()) this.#revision += 1;
  }

  /** Indexes of the list that are at most `rows` away from the visible range. */
  #around(rows: number): { first: number; last: number } {
    // The list may be shorter now than the visible range.
    const first = Math.min(this.#view.first, this.count);
    return { first: first + this.hidden - rows, last: this.#view.last + this.hidden + rows };
  }

  #requestFor(segment: Segment): PageRequest {
    const limit = Math.min(MAX_PAGE, Math.max(this.#options.pageSize, segment.size + 20));
    return this.#request(segment.hi === Number.POSITIVE_INFINITY ? undefined : segment.hi, segment.lo, limit);
  }

  #request(before: number | undefined, floor: number, limit: number): PageRequest {
    return { before, floor, limit, generation: this.#generation };
  }
}
