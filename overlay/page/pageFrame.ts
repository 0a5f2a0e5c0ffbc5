import type { WidgetFrame, WidgetKind } from '#shared/contract/overlay/widget.ts';
import { setState, setStyle } from '../parts/element.ts';
import { htmlLang } from '../texts/texts.ts';
import { accentTones } from './colours.ts';
import { fontStack } from './fonts.ts';
import { fittingRem, remOf } from './size.ts';

/** Kinds that draw on the whole page and scale themselves to it; the others are a plate as large as it is. */
const wholePage: ReadonlySet<WidgetKind> = new Set(['effects', 'workbench']);

export interface PageFrame {
  /** Where the widget goes. */
  host: HTMLElement;
  apply(kind: WidgetKind, frame: WidgetFrame): void;
  close(): void;
}

/**
 * The host's choices that are the same for every widget: theme, font, colour, indents and size. A widget that is
 * too tall or too wide for the page is made smaller as a whole; nothing of it is cut off.
 */
export function createPageFrame(root: HTMLElement, body: HTMLElement, host: HTMLElement): PageFrame {
  let wanted = 0;
  let scale = 100;
  let whole = false;
  let rem = 0;

  const setRem = (value: number) => {
    if (Math.abs(value - rem) < rem * 0.002) return;
    rem = value;
    root.style.fontSize = `${value.toFixed(3)}px`;
  };
  const shrink = () => {
    if (whole) {
      setRem(wanted);
      return;
    }
    const byHeight = fittingRem(wanted, rem, host.offsetHeight, host.parentElement?.clientHeight ?? 0);
    const byWidth = fittingRem(wanted, rem, host.offsetWidth, host.parentElement?.clientWidth ?? 0);
    setRem(Math.min(byHeight, byWidth));
  };
  const resize = () => {
    wanted = remOf(window.innerWidth, window.innerHeight, scale);
    if (rem === 0) setRem(wanted);
    shrink();
  };
  const observer = new ResizeObserver(shrink);
  observer.observe(host);
  window.addEventListener('resize', resize);
  return {
    host,
    apply: (kind, frame) => {
      whole = wholePage.has(kind);
      scale = frame.scale;
      root.lang = htmlLang[frame.language];
      setState(root, 'theme', frame.theme);
      setState(root, 'kind', kind);
      setState(root, 'whole', whole);
      setStyle(root, '--font', fontStack(frame.font, frame.language));
      setState(root, 'font', frame.font);
      setStyle(root, '--accent', frame.accent);
      for (const [name, value] of Object.entries(accentTones(frame.accent))) setStyle(root, name, value);
      setStyle(body, '--indent-top', `${frame.indentTop}%`);
      setStyle(body, '--indent-bottom', `${frame.indentBottom}%`);
      resize();
    },
    close: () => {
      observer.disconnect();
      window.removeEventListener('resize', resize);
    },
  };
}
