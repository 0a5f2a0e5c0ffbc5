import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zh_CN from '#locales/zh_CN.json' with { type: 'json' };
import type { Language } from '#shared/contract/language.ts';

const texts: Record<Language, Record<string, string>> = { en, ja, zh_CN };
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
