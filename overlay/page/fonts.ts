import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';
import type { OverlayLanguage } from '../texts/texts.ts';

type Font = WidgetFrame['font'];

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
