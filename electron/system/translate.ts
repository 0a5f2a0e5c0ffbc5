import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zhCN from '#locales/zh_CN.json' with { type: 'json' };
import type { Language } from '#shared/contract/language.ts';

export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ja, en, zh_CN: zhCN };

/** Returns the translate function of a language. It returns the key itself for an unknown key. */
export function translator(language: Language): Translate {
  const table = texts[language];
  return (key, params = {}) =>
    (table[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
