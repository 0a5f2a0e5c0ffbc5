import type { WidgetFrame, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { boxSizes } from '#shared/overlay/boxSize.ts';
import { parseHex, readableOn } from '#shared/overlay/colours.ts';
import { appliedCss } from '#shared/overlay/customCss.ts';
import { fillsPage, ownSize } from '#shared/overlay/sourceSize.ts';
import { FONT_OF_THEME, logoCorner, lookFiles, lookProperties } from '../styles/look.ts';
import { accentTones, opaque, type Properties, parseComputed, ruleOf, sideTones } from '../styles/tones.ts';
import { htmlLang, type OverlayLanguage } from '../texts/texts.ts';
import { element, setState, setStyle, setText } from '../ui/element.ts';
import type { PageRole } from './address.ts';

export interface PageFrame {
  /** The element that contains the widget. */
  host: HTMLElement;
  apply(options: WidgetOptions): void;
}

/**
 * Applies the options that all widgets have: theme, font, colour, indents and size. Scales down a widget that is too
 * tall or too wide for the page, so that nothing is cut off. In a box of a scene and in a source of the widget's own
 * size, the page alone gives place and size.
 */
export function createPageFrame(
  root: HTMLElement,
  body: HTMLElement,
  host: HTMLElement,
  role: PageRole,
): PageFrame {
  /** px of one rem at the host's scale. */
  let wantedRem = 0;
  let scale = 100;
  let isWholePage = false;
  /** The width of the page in units; null if the options give the widget's size. */
  let boxWidth: number | null = null;
  const look = element('style', '');
  // The last element, so that the host's rules follow those of all widgets.
  const ownCss = element('style', '');
  const probe = element('span', '');
  probe.hidden = true;
  body.append(look, ownCss, probe);
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
    wantedRem =
      boxWidth === null
        ? remOf(window.innerWidth, window.innerHeight, scale)
        : (window.innerWidth / boxWidth) * UNITS_PER_REM;
    if (rem === 0) setRem(wantedRem);
    fitToPage();
  };
  new ResizeObserver(fitToPage).observe(host);
  window.addEventListener('resize', resize);
  return {
    host,
    apply: (options) => {
      const { kind, frame } = options;
      isWholePage = fillsPage(kind);
      boxWidth = isWholePage ? null : boxWidthOf(options, role);
      scale = frame.scale;
      root.lang = htmlLang[frame.language];
      setState(root, 'theme', frame.theme);
      setState(root, 'kind', kind);
      setState(root, 'whole', isWholePage);
      setState(root, 'font', fontStyleOf(frame));
      setState(root, 'logo', logoCorner(frame.look, kind));
      setState(root, 'border', frame.look?.border != null);
      setText(ownCss, appliedCss(frame, pathOf));
      const files = frame.look === null ? null : lookFiles(frame.look, pathOf);
      const accent = frame.look?.colours.accent ?? frame.accent;
      const properties = {
        '--font': familiesOf(frame),
        '--accent': accent,
        ...(frame.look !== null && lookProperties(frame.look, parseHex(accent))),
        ...files?.properties,
      };
      const rules = files?.rules ?? '';
      setText(look, `${ruleOf(properties)} ${rules}`);
      setText(look, `${ruleOf({ ...properties, ...tonesOf(probe, frame.look) })} ${rules}`);
      setStyle(body, '--indent-top', boxWidth === null ? `${frame.indentTop}%` : '0%');
      setStyle(body, '--indent-bottom', boxWidth === null ? `${frame.indentBottom}%` : '0%');
      resize();
    },
  };
}

function boxWidthOf(options: WidgetOptions, role: PageRole): number | null {
  if (role === 'page') return null;
  return role === 'box' ? boxSizes[options.kind].width : ownSize(options).width;
}

/** The tones of the accent and of the sides, as the page's styles set them, whichever rule did. */
function tonesOf(probe: HTMLElement, look: WidgetFrame['look']): Properties {
  const colourOf = (value: string) => {
    probe.style.color = value;
    return parseComputed(getComputedStyle(probe).color);
  };
  const accent = colourOf('var(--accent)');
  const tones: Properties = accent === null ? {} : accentTones(accent);
  for (const side of ['attacker', 'defender'] as const) {
    const colour = colourOf(`var(--${side})`);
    // The theme's own colours have tones that are made by hand.
    const isOwn = String(colour) === String(colourOf(`var(--own-${side})`));
    if (colour !== null && !isOwn) Object.assign(tones, sideTones(side, colour));
  }
  const plate = look?.colours.plate ?? null;
  if (plate === null) return tones;
  for (const name of ['--closing', '--through', '--diamond']) {
    const colour = colourOf(`var(${name})`);
    if (colour !== null) tones[name] = opaque(readableOn(colour, parseHex(plate), 3));
  }
  return tones;
}

const pathOf = (file: string): string => `/overlay/picture/${file}`;

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

type Font = WidgetFrame['font'];

/** The style of the font: that of the theme if it names one. */
function fontStyleOf({ font, look }: WidgetFrame): Font {
  return look?.font.kind === 'style' ? look.font.style : font;
}

/** The value of `font-family`. A font of the theme has the other fonts behind it, for characters that it lacks. */
function familiesOf(frame: WidgetFrame): string {
  const font = frame.look?.font;
  const others = fontStack(fontStyleOf(frame), frame.language);
  if (font?.kind === 'file') return `"${FONT_OF_THEME}", ${others}`;
  return font?.kind === 'installed' ? `"${font.family}", ${others}` : others;
}

/*
 * Fonts of Windows, macOS and Linux; the page loads none. The fonts of the widget's language come first, because Japan
 * and China draw some Han characters differently. Those of the other languages follow, for names of viewers.
 */
const families: Record<Font, Record<OverlayLanguage, readonly string[]>> = {
  gothic: {
    ja: ['Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic UI', 'Yu Gothic', 'Meiryo'],
    en: ['Avenir Next', 'Segoe UI', 'Helvetica Neue', 'Inter', 'Roboto', 'Noto Sans'],
    zh_CN: ['Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei UI', 'Microsoft YaHei'],
  },
  rounded: {
    ja: ['M PLUS Rounded 1c', 'Kosugi Maru', 'Hiragino Maru Gothic ProN', 'BIZ UDPGothic', 'Meiryo'],
    en: ['SF Pro Rounded', 'Nunito', 'Arial Rounded MT Bold', 'Varela Round', 'Trebuchet MS'],
    zh_CN: ['Yuanti SC', 'YouYuan', 'HarmonyOS Sans SC', 'MiSans'],
  },
  mincho: {
    ja: ['Noto Serif JP', 'Noto Serif CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'BIZ UDPMincho'],
    en: ['Georgia', 'Palatino Linotype', 'Palatino', 'Noto Serif'],
    zh_CN: ['Noto Serif SC', 'Noto Serif CJK SC', 'Songti SC', 'STSong', 'SimSun'],
  },
  brush: {
    ja: ['HGGyoshotai', 'HG行書体', 'Klee', 'Klee One', 'Yuji Boku', 'UD Digi Kyokasho NP-B', 'YuKyokasho'],
    en: ['Brush Script MT', 'Snell Roundhand', 'Segoe Script', 'Apple Chancery'],
    zh_CN: ['STXingkai', 'Xingkai SC', 'Kaiti SC', 'STKaiti', 'KaiTi'],
  },
  mono: {
    ja: ['Noto Sans Mono CJK JP', 'Osaka-Mono', 'BIZ UDGothic', 'MS Gothic'],
    en: ['SF Mono', 'Menlo', 'Cascadia Mono', 'Consolas', 'DejaVu Sans Mono', 'Liberation Mono'],
    zh_CN: ['Noto Sans Mono CJK SC', 'Sarasa Mono SC', 'NSimSun'],
  },
};

/** Fallback if no font of a style is installed: a similar style and a generic family. */
const nearest: Record<Font, { also: Font | null; generic: string }> = {
  gothic: { also: null, generic: 'sans-serif' },
  rounded: { also: 'gothic', generic: 'sans-serif' },
  mincho: { also: null, generic: 'serif' },
  brush: { also: 'mincho', generic: 'serif' },
  mono: { also: 'gothic', generic: 'monospace' },
};

const order: Record<OverlayLanguage, readonly OverlayLanguage[]> = {
  ja: ['ja', 'en', 'zh_CN'],
  en: ['en', 'ja', 'zh_CN'],
  zh_CN: ['zh_CN', 'en', 'ja'],
};

/** The value of `font-family`. */
export function fontStack(font: Font, language: OverlayLanguage): string {
  const { also, generic } = nearest[font];
  const styles = also === null ? [font] : [font, also];
  const names = styles.flatMap((style) => order[language].flatMap((each) => families[style][each]));
  return [...names.map((name) => `"${name}"`), generic, '"Noto Color Emoji"'].join(', ');
}
