import type { Ringside } from '#renderer/data/ringside.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import type { CallResult, Show } from '#shared/contract/backstage.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { AuditEntry, Report, ReportFilter, ReportViewer } from '#shared/contract/report.ts';
import { csvText } from '#shared/csv.ts';
import { formatMoment } from '../cellText.ts';
import type { Cell, CellKind, Sheet } from '../sheet.ts';
import {
  anchorSheet,
  auditSheet,
  gapSheet,
  giftSheet,
  givingSheet,
  overviewSheet,
  roundSheet,
  rowSheet,
  type SheetWords,
  userSheet,
} from '../sheets.ts';
import { factsSheet } from './workbookSheets.ts';
import type { WorkbookMessage } from './workbookWorker.ts';

const PAGE = 1000;
const LEDGER_PAGE = 500;

export const sections = [
  'overview',
  'rounds',
  'anchors',
  'users',
  'giving',
  'gifts',
  'rows',
  'audit',
  'gaps',
] as const;
export type Section = (typeof sections)[number];

/** Builds the table of one section with all of its rows, not only those on screen. */
export async function wholeSheet(
  call: Ringside['call'],
  report: Report,
  filter: ReportFilter,
  section: Section,
  words: SheetWords,
): Promise<Sheet> {
  switch (section) {
    case 'overview':
      return overviewSheet(report, words);
    case 'rounds':
      return roundSheet(report, words);
    case 'anchors':
      return anchorSheet(report, words);
    case 'users':
      return userSheet(report, await allUsers(call, report.showId, filter), words);
    case 'giving':
      return givingSheet(report, await allUsers(call, report.showId, filter), words);
    case 'gifts':
      return giftSheet(report, words);
    case 'rows':
      return rowSheet(report, await allRows(call, report.showId, filter), words);
    case 'audit':
      return auditSheet(report, await allEntries(call, report.showId), words);
    default:
      return gapSheet(report, words);
  }
}

export interface WorkbookOptions {
  call: Ringside['call'];
  show: Show;
  report: Report;
  filter: ReportFilter;
  words: SheetWords;
  /** Aborts the export; the promise then rejects. */
  signal: AbortSignal;
  /** Called with the share of the gifts that is loaded, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Writes the report as an Excel workbook: facts about the show, the table of each section, and all gifts. */
export function reportWorkbook(options: WorkbookOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { call, show, report, filter, words, signal } = options;
  return inWorker(signal, async (send) => {
    send({ type: 'sheet', sheet: factsSheet(show, report, filter, words) });
    for (const section of sections) {
      if (section === 'rows') await sendRows(options, send);
      else send({ type: 'sheet', sheet: await wholeSheet(call, report, filter, section, words) });
      signal.throwIfAborted();
    }
  });
}

/** Writes tables as an Excel workbook. */
export function writeSheets(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  return inWorker(new AbortController().signal, async (send) => {
    for (const sheet of sheets) send({ type: 'sheet', sheet });
  });
}

type Send = (message: WorkbookMessage) => void;

/** Writes a workbook of the sheets that `fill` sends, in a worker. Rejects when `signal` is aborted. */
async function inWorker(
  signal: AbortSignal,
  fill: (send: Send) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./workbookWorker.ts', import.meta.url), { type: 'module' });
  const send: Send = (message) => worker.postMessage(message);
  try {
    await fill(send);
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      signal.addEventListener('abort', () => reject(signal.reason));
      send({ type: 'write' });
    });
  } finally {
    worker.terminate();
  }
}

/** Loads all ledger rows page by page and sends each page to the worker, so that memory holds only one page here. */
async function sendRows(
  { call, report, filter, words, signal, onProgress }: WorkbookOptions,
  send: Send,
): Promise<void> {
  send({ type: 'sheet', sheet: rowSheet(report, [], words) });
  let read = 0;
  for await (const { rows, total } of rowPages(call, report.showId, filter)) {
    signal.throwIfAborted();
    send({ type: 'rows', rows: rowSheet(report, rows, words).rows });
    read += rows.length;
    onProgress(total === 0 ? 1 : Math.min(1, read / total));
  }
}

async function allRows(call: Ringside['call'], showId: string, filter: ReportFilter): Promise<LedgerRow[]> {
  const all: LedgerRow[] = [];
  for await (const { rows } of rowPages(call, showId, filter)) all.push(...rows);
  return all;
}

/** Loads the ledger rows of a report in pages, newest first. */
async function* rowPages(call: Ringside['call'], showId: string, filter: ReportFilter) {
  for (let before: number | null | undefined; before !== null; ) {
    const cursor: { before?: number } = before === undefined ? {} : { before };
    const page: CallResult<'report.rows'> = await call('report.rows', {
      showId,
      filter,
      limit: LEDGER_PAGE,
      ...cursor,
    });
    yield page;
    before = page.next;
  }
}

/** Loads all viewers of a report, most votes first. */
export async function allUsers(
  call: Ringside['call'],
  showId: string,
  filter: ReportFilter,
): Promise<ReportViewer[]> {
  const all: ReportViewer[] = [];
  for (;;) {
    const offset = all.length;
    const page = await call('report.viewers', { showId, filter, sort: 'votes', offset, limit: PAGE });
    all.push(...page.viewers);
    if (page.viewers.length < PAGE) return all;
  }
}

async function allEntries(call: Ringside['call'], showId: string): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const from: { before?: number } = before === undefined ? {} : { before };
    const page: { entries: AuditEntry[]; next: number | null } = await call('report.audit', {
      showId,
      limit: PAGE,
      ...from,
    });
    all.push(...page.entries);
    before = page.next;
  }
  return all;
}

/** Formats a table as CSV with a header line. */
export function toCsv({ columns, rows }: Sheet): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ kind }, at) => csvCell(kind, row[at] ?? null))),
  ]);
}

/** Formats a cell for CSV: votes with tenths, times and durations as text. */
function csvCell(kind: CellKind, value: Cell): string | number {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'votes') return value / 10;
  if (kind === 'amount') return value / 100;
  if (kind === 'time') return value === 0 ? '' : formatMoment(value);
  if (kind === 'duration') return formatDuration(value);
  return value;
}

/** Joins the parts to a file name that every operating system accepts: letters, digits, dots, dashes, underscores. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = parts
    .map((part) => part.normalize('NFC').replaceAll(/[^\p{L}\p{N}.]+/gu, '-'))
    .map((part) => part.replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('_');
  return `${name.slice(0, 120) || 'report'}.${ending}`;
}
