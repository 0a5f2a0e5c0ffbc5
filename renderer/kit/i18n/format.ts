import type { TFunction } from 'i18next';
import type { Language } from '#shared/contract/language.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { htmlLang } from './i18n.ts';

const numbers = new Map<Language, Intl.NumberFormat>();
const decimals = new Map<Language, Intl.NumberFormat>();
const amounts = new Map<Language, Intl.NumberFormat>();
const times = new Map<Language, Intl.DateTimeFormat>();
const dates = new Map<Language, Intl.DateTimeFormat>();

/** Formats an integer with the language's thousands separators. */
export function formatNumber(value: number, language: Language): string {
  let format = numbers.get(language);
  if (format === undefined) {
    format = new Intl.NumberFormat(htmlLang[language], { maximumFractionDigits: 0 });
    numbers.set(language, format);
  }
  return format.format(value);
}

/** Formats hundredths of a currency. `always` writes the decimals of whole amounts too: 400 is 4, or 4.00. */
export function formatAmount(hundredths: number, language: Language, always = false): string {
  if (!always && hundredths % 100 === 0) return formatNumber(hundredths / 100, language);
  let format = amounts.get(language);
  if (format === undefined) {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    format = new Intl.NumberFormat(htmlLang[language], digits);
    amounts.set(language, format);
  }
  return format.format(hundredths / 100);
}

/** Formats votes, which are stored in tenths. `always` writes the decimal of whole votes too: 40 is 4, or 4.0. */
export function formatVotes(tenths: number, language: Language, always = false): string {
  if (!always && tenths % 10 === 0) return formatNumber(tenths / 10, language);
  let format = decimals.get(language);
  if (format === undefined) {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    format = new Intl.NumberFormat(htmlLang[language], digits);
    decimals.set(language, format);
  }
  return format.format(tenths / 10);
}

/** Formats a date in this device's time zone, for example as November 25, 2026; `at` in ms since 1970. */
export function formatDate(at: number, language: Language): string {
  let format = dates.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(htmlLang[language], { dateStyle: 'long' });
    dates.set(language, format);
  }
  return format.format(at);
}

/** Formats a time of day in this device's time zone as 23:59:59; `at` in ms since 1970. */
export function formatTime(at: number, language: Language): string {
  let format = times.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(htmlLang[language], {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    times.set(language, format);
  }
  return format.format(at);
}

/** Formats a time of day in this device's time zone as 23:59; `at` in ms since 1970. */
export function formatClock(at: number, language: Language): string {
  return formatTime(at, language).slice(0, '23:59'.length);
}

/** Formats a duration as 0:00 or 0:00:00. */
export function formatDuration(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const rest = `${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in decimal units: 340 kB, 12.5 MB, 1.2 TB. */
export function formatBytes(bytes: number, language: Language): string {
  const power = units.findLastIndex((_unit, index) => bytes >= 1000 ** (index + 1));
  const index = Math.max(0, power);
  const style = {
    style: 'unit',
    unit: units[index] ?? 'kilobyte',
    maximumFractionDigits: index === 0 ? 0 : 1,
  } as const;
  return new Intl.NumberFormat(htmlLang[language], style).format(bytes / 1000 ** (index + 1));
}

/** Formats a fraction (0 to 1) as a whole percentage. */
export function formatShare(share: number, language: Language): string {
  return new Intl.NumberFormat(htmlLang[language], { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  );
}

/** Returns the name of a round. */
export function roundText(t: TFunction, { number, kind }: RoundName): string {
  if (kind === null) return t('addGift.noRound');
  return t(kind === 'resurrection' ? 'addGift.resurrection' : 'stage.round', { number });
}
