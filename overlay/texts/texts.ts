import type english from '#locales/en.json';
import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';

export type OverlayLanguage = WidgetFrame['language'];
export type OverlayKey = Extract<keyof typeof english, `overlay.${string}`>;
/** Returns the text of a key with its values inserted. */
export type Translate = (key: OverlayKey, params?: Readonly<Record<string, string | number>>) => string;

type Texts = Readonly<Record<string, string>>;

/** Loads one language. The build reduces the locale file to the keys `overlay.*`, see `vitePlugin.ts`. */
const loaders: Record<OverlayLanguage, () => Promise<{ default: Texts }>> = {
  ja: () => import('#locales/ja.json?part=overlay'),
  en: () => import('#locales/en.json?part=overlay'),
  zh_CN: () => import('#locales/zh_CN.json?part=overlay'),
};

/** Values of `<html lang>`. The browser uses them for line breaks and for the glyphs of Han characters. */
export const htmlLang: Record<OverlayLanguage, string> = { ja: 'ja', en: 'en', zh_CN: 'zh-CN' };

/** Loads the texts of a language. The returned function gives an unknown key as it is. */
export async function loadTexts(language: OverlayLanguage): Promise<Translate> {
  const { default: texts } = await loaders[language]();
  return (key, params) => fill(texts[key] ?? key, params);
}

/** Replaces `{{name}}` by its value. A placeholder without a value stays visible. */
export function fill(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : String(value);
  });
}

/** The language of a page before its first snapshot, from the browser's languages. The default is Japanese. */
export function guessLanguage(preferred: readonly string[]): OverlayLanguage {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-');
    if (language === 'ja' || language === 'en') return language;
    if (language === 'zh') return 'zh_CN';
  }
  return 'ja';
}
