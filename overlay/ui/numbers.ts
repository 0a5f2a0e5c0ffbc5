import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';
import { htmlLang } from '../texts/texts.ts';
import { element, setState, setText } from './element.ts';

export interface Figures {
  /** A whole number with the language's thousands separators. */
  whole(value: number): string;
  /** Votes from tenths: 45 is '4.5'; 40 is '4', or '4.0' in a show with tenths. */
  votes(tenths: number): string;
}

/** Numbers from here on are shortened if the host wants short numbers. */
const SHORT_FROM = 10_000;
/** Digits of a short number: enough to tell close scores apart. */
const SHORT_DIGITS = 4;

/** Creates the number formats of a widget. `hasTenths` returns whether the show's votes have tenths. */
export function createFigures(
  { language, shortNumbers }: Pick<WidgetFrame, 'language' | 'shortNumbers'>,
  hasTenths: () => boolean,
): Figures {
  const locale = htmlLang[language];
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumSignificantDigits: SHORT_DIGITS,
  });
  /** Cut and not rounded, so that a score never shows more than it has. */
  const short = (value: number) => {
    const unit = 10 ** (Math.floor(Math.log10(value)) - SHORT_DIGITS + 1);
    return compact.format(Math.floor(value / unit) * unit);
  };
  const isShort = (value: number) => shortNumbers && value >= SHORT_FROM;
  return {
    whole: (value) => (isShort(value) ? short(value) : format.format(value)),
    votes: (tenths) => {
      const votes = tenths / 10;
      if (isShort(votes)) return short(votes);
      return (hasTenths() || tenths % 10 !== 0 ? exact : format).format(votes);
    },
  };
}

/** Formats a remaining time (ms, at least 0) as [h:]mm:ss, rounded up to whole seconds. */
export function clockText(ms: number): string {
  const all = Math.ceil(ms / 1000);
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const rest = `${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Duration of the slide (ms). */
const SLIDE_MS = 160;
/** Least time between two slides (ms). A number that changes more often is updated without one. */
const SLIDE_EVERY_MS = 333;
/** Opacity of a digit at the start of its slide: readable in each frame. */
const SLIDE_OPACITY = 0.7;

interface NumberView {
  element: HTMLElement;
  show(text: string): void;
}

/**
 * Creates a number whose changed digits slide in, at most three times a second, so that it can be read during many
 * gifts. The text is correct at once.
 */
export function createNumber(className: string, still: boolean): NumberView {
  const sameDigits = element('span', 'number__kept');
  const newDigits = element('span', 'number__moved');
  const root = element('span', `number ${className}`.trim(), sameDigits, newDigits);
  let shown: string | null = null;
  let lastSlide = Number.NEGATIVE_INFINITY;
  return {
    element: root,
    show: (text) => {
      if (text === shown) return;
      const before = shown;
      shown = text;
      setState(root, 'length', String(text.length));
      const same = before === null ? text.length : sharedDigits(before, text);
      setText(sameDigits, text.slice(0, same));
      setText(newDigits, text.slice(same));
      const now = performance.now();
      if (before === null || still || now - lastSlide < SLIDE_EVERY_MS) return;
      lastSlide = now;
      newDigits.animate(
        [
          { transform: 'translateY(0.34em)', opacity: SLIDE_OPACITY },
          { transform: 'none', opacity: 1 },
        ],
        { duration: SLIDE_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      );
    },
  };
}

/** Number of leading characters that two numbers of equal length share; 0 for different lengths. */
function sharedDigits(before: string, after: string): number {
  if (before.length !== after.length) return 0;
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return at;
}
