import type english from '#locales/en.json';
import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';

export type OverlayLanguage = WidgetFrame['language'];
export type OverlayKey = Extract<keyof typeof english, `overlay.${string}`>;
/** A text with its values put in. */
export type Translate = (key: OverlayKey, params?: Readonly<Record<string, string | number>>) => string;

type Texts = Readonly<Record<string, string>>;

/** Of the whole locale file the build keeps what viewers read, each language apart. */
const loaders: Record<OverlayLanguage, () => Promise<{ default: Texts }>> = {
  ja: () => import('#locales/ja.json?part=overlay'),
  en: () => import('#locales/en.json?part=overlay'),
  zh_CN: () => import('#locales/zh_CN.json?part=overlay'),
};

/** The value of `<html lang>`, by which the browser breaks lines and chooses the glyphs of Han characters. */
export const htmlLang: Record<OverlayLanguage, string> = { ja: 'ja', en: 'en', zh_CN: 'zh-CN' };

export async function loadTexts(language: OverlayLanguage): Promise<Translate> {
  const { default: texts } = await loaders[language]();
  return (key, params) => fill(texts[key] ?? key, params);
}

/** Puts values into `{{name}}`; one that is missing stays visible as a mistake. */
export function fill(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : String(value);
  });
}

/** The language of who looks at a page that was never told one; the product's default is Japanese. */
export function guessLanguage(preferred: readonly string[]): OverlayLanguage {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-');
    if (language === 'ja' || language === 'en') return language;
    if (language === 'zh') return 'zh_CN';
  }
  return 'ja';
}
