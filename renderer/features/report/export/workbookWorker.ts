import type { Cell, Sheet } from '../sheet.ts';
import { writeWorkbook } from './workbook.ts';

/**
 * Writes a workbook beside the page, so that a show that runs stays smooth: a hundred thousand gifts take seconds.
 * `rows` belong to the last `sheet`; `write` answers with the file's bytes.
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
      // The page hears of it by the worker's `error` event.
      self.reportError,
    );
});
