import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zh_CN from '#locales/zh_CN.json' with { type: 'json' };
import type { Language } from '#shared/contract/language.ts';

const texts: Record<Language, Record<string, string>> = { en, ja, zh_CN };
const DEFAULT: Language = 'ja';

/** Returns the first supported language of an Accept-Language header; Japanese if there is none. */
export function negotiateLanguage(header: string | undefined): Language {
  const preferences = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...params] = part.trim().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: knownLanguage(tag), quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter((each) => each.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  return preferences.find((each) => each.language !== null)?.language ?? DEFAULT;
}

function knownLanguage(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  if (primary === 'en' || primary === 'ja') return primary;
  return primary === 'zh' ? 'zh_CN' : null;
}

const numberFormats: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en'),
  ja: new Intl.NumberFormat('ja'),
  zh_CN: new Intl.NumberFormat('zh-CN'),
};

/**
 * Returns the text of a key with its values; an unknown key is its own text. Numbers get thousands separators, so pass
 * a number that names something (a port, a code) as a string.
 */
export function translate(
  language: Language,
  key: string,
  params: Record<string, string | number> = {},
): string {
  const text = texts[language][key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === 'number' ? numberFormats[language].format(value) : value;
  });
}

/** Returns the keys with a prefix such as `api.role.` whose translation contains a text. Ignores case. */
export function keysContaining(language: Language, kind: string, text: string): string[] {
  const wanted = text.toLowerCase();
  return Object.entries(texts[language])
    .filter(([key, sentence]) => key.startsWith(kind) && sentence.toLowerCase().includes(wanted))
    .map(([key]) => key);
}

/** Whether a key has a translation. */
export const isKnownKey = (key: string): boolean => Object.hasOwn(texts.en, key);
