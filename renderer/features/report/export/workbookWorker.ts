import type { Cell, Sheet } from '../sheet.ts';
import { writeWorkbook } from './workbook.ts';

/**
 * Messages to the worker. `sheet` begins a sheet; `rows` are appended to it. The worker answers `write` with the bytes
 * of the file. A worker keeps the page responsive: a hundred thousand gifts take seconds.
 */
export type WorkbookMessage =
  | { type: 'sheet'; sheet: Sheet }
  | { type: 'rows'; rows: Cell[][] }
  | { type: 'write' };

const sheets: Sheet[] = [];

self.addEventListener('message', ({ data }: MessageEvent<WorkbookMessage>) => {
  if (data.type === 'sheet') sheets.push(data.sheet);
  else if (data.type === 'rows') sheets.at(-1)?.rows.push(...data.rows);
  else
    writeWorkbook(sheets).then(
      (bytes) => self.postMessage(bytes, { transfer: [bytes.buffer] }),
      // The page gets the worker's `error` event.
      self.reportError,
    );
});
