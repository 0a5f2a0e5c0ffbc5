import type { WidgetFrame, WidgetKind } from '#shared/contract/overlay/widget.ts';
import { htmlLang } from '../texts/texts.ts';
import { setState, setStyle } from '../ui/element.ts';
import { accentTones } from './colours.ts';
import { fontStack } from './fonts.ts';

/** Kinds that fill the page and scale themselves. The others are as large as their content. */
const wholePageKinds: ReadonlySet<WidgetKind> = new Set(['effects', 'workbench']);

export interface PageFrame {
  /** The element that contains the widget. */
  host: HTMLElement;
  apply(kind: WidgetKind, frame: WidgetFrame): void;
}

/**
 * Applies the options that all widgets have: theme, font, colour, indents and size. Scales down a widget that is too
 * tall or too wide for the page, so that nothing is cut off.
 */
export function createPageFrame(root: HTMLElement, body: HTMLElement, host: HTMLElement): PageFrame {
  /** px of one rem at the host's scale. */
  let wantedRem = 0;
  let scale = 100;
  let isWholePage = false;
  /** px of one rem as it is set. */
  let rem = 0;

  const setRem = (value: number) => {
    // Ignore tiny differences: each change resizes the host, which calls `fitToPage` again.
    if (Math.abs(value - rem) < rem * 0.002) return;
    rem = value;
    root.style.fontSize = `${value.toFixed(3)}px`;
  };
  const fitToPage = () => {
    if (isWholePage) {
      setRem(wantedRem);
      return;
    }
    const byHeight = fittingRem(wantedRem, rem, host.offsetHeight, host.parentElement?.clientHeight ?? 0);
    const byWidth = fittingRem(wantedRem, rem, host.offsetWidth, host.parentElement?.clientWidth ?? 0);
    setRem(Math.min(byHeight, byWidth));
  };
  const resize = () => {
    wantedRem = remOf(window.innerWidth, window.innerHeight, scale);
    if (rem === 0) setRem(wantedRem);
    fitToPage();
  };
  new ResizeObserver(fitToPage).observe(host);
  window.addEventListener('resize', resize);
  return {
    host,
    apply: (kind, frame) => {
      isWholePage = wholePageKinds.has(kind);
      scale = frame.scale;
      root.lang = htmlLang[frame.language];
      setState(root, 'theme', frame.theme);
      setState(root, 'kind', kind);
      setState(root, 'whole', isWholePage);
      setStyle(root, '--font', fontStack(frame.font, frame.language));
      setState(root, 'font', frame.font);
      setStyle(root, '--accent', frame.accent);
      for (const [name, value] of Object.entries(accentTones(frame.accent))) setStyle(root, name, value);
      setStyle(body, '--indent-top', `${frame.indentTop}%`);
      setStyle(body, '--indent-bottom', `${frame.indentBottom}%`);
      resize();
    },
  };
}

/** Width (units) of the page that widgets are designed for. */
const PAGE_WIDTH = 1080;
/** Units of one rem. It is large, because browsers have a minimum font size. */
const UNITS_PER_REM = 100;
/** A page whose width exceeds its height by more than this factor is a strip, cut to one widget. */
const STRIP_RATIO = 2;

/**
 * px of one rem on a page (px) at a scale (percent). Depends on the short side, so that a widget is equally large on
 * landscape and portrait pages; on a strip, on the width.
 */
export function remOf(width: number, height: number, scale: number): number {
  const side = width > STRIP_RATIO * height ? width : Math.min(width, height);
  return (side / PAGE_WIDTH) * UNITS_PER_REM * (scale / 100);
}

/**
 * px of one rem at which content fits into `room` px, if it takes `needed` px at `rem`; at most `wanted`. Returns
 * `wanted` while a size is unknown (0).
 */
export function fittingRem(wanted: number, rem: number, needed: number, room: number): number {
  if (needed <= 0 || room <= 0 || rem <= 0) return wanted;
  return Math.min(wanted, (rem * room) / needed);
}
