import { z } from 'zod';

/** The languages of the product. The first one is the default. */
export const languages = ['ja', 'en', 'zh_CN'] as const;
export const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;

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
