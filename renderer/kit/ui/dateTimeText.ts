/** Formats a time (ms) in this device's time zone: 2026-02-01 21:04, or 2026-02-01 21:04:10; '' for null. */
export function dateTimeText(at: number | null, seconds: boolean): string {
  if (at === null) return '';
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return seconds ? `${day} ${time}:${pad(date.getSeconds())}` : `${day} ${time}`;
}

const pattern = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Parses a typed date of this device's time zone, also with full-width digits; null for text that is not a date or
 * lacks the parts that `needs` names. A missing time is midnight.
 */
export function dateTimeTyped(text: string, needs: 'day' | 'minutes' | 'seconds' = 'day'): Date | null {
  const parts = pattern.exec(text.normalize('NFKC').trim());
  if (parts === null) return null;
  const [, year = '', month = '', day = '', hour, minute = '0', second] = parts;
  if ((needs !== 'day' && hour === undefined) || (needs === 'seconds' && second === undefined)) return null;
  const numbers = [year, month, day, hour ?? '0', minute, second ?? '0'].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers;
  const date = new Date(y, mo - 1, d, h, mi, s);
  const isReal = date.getMonth() === mo - 1 && date.getDate() === d && h < 24 && mi < 60 && s < 60;
  return isReal ? date : null;
}
