import { htmlLang, type OverlayLanguage } from '../texts/texts.ts';

export interface Figures {
  /** A whole number with the thousands marks of the language. */
  whole(value: number): string;
  /** Votes are kept in tenths: 45 are 4.5, and 40 are 4, or 4.0 in a show with tenths. */
  votes(tenths: number): string;
}

/** `hasTenths` tells whether the show has tenths. */
export function createFigures(language: OverlayLanguage, hasTenths: () => boolean): Figures {
  const format = new Intl.NumberFormat(htmlLang[language], { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(htmlLang[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return {
    whole: (value) => format.format(value),
    votes: (tenths) => (hasTenths() || tenths % 10 !== 0 ? exact : format).format(tenths / 10),
  };
}

/** Minutes and seconds, and hours where there are any; `ms` is from 0. A second that has begun still stands. */
export function clockText(ms: number): string {
  const all = Math.ceil(ms / 1000);
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const rest = `${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
