import type { Language } from '#shared/contract/language.ts';
import enDark from './images/tool-en-dark.webp';
import enLight from './images/tool-en-light.webp';
import jaDark from './images/tool-ja-dark.webp';
import jaLight from './images/tool-ja-light.webp';
import zhDark from './images/tool-zh_CN-dark.webp';
import zhLight from './images/tool-zh_CN-light.webp';

const pictures: Record<Language, { dark: string; light: string }> = {
  en: { dark: enDark, light: enLight },
  ja: { dark: jaDark, light: jaLight },
  zh_CN: { dark: zhDark, light: zhLight },
};

/** Returns the screenshot of the tool that `npm run screenshots -- --site` took. */
export function toolPicture(language: Language, dark: boolean): string {
  return pictures[language][dark ? 'dark' : 'light'];
}
