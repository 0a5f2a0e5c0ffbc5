import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../stores/settings.ts';

type Texts = Record<string, string>;

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  ja: () => import('#locales/ja.json'),
  en: () => import('#locales/en.json'),
  zh_CN: () => import('#locales/zh_CN.json'),
};

/** The value of `<html lang>`, by which the browser breaks lines and chooses glyphs. */
export const htmlLang: Record<Language, string> = { ja: 'ja', en: 'en', zh_CN: 'zh-CN' };

/** Starts i18next with one language; the keys are flat and are looked up as they stand. */
export async function startI18n(language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [language]: { translation: (await loaders[language]()).default } },
    interpolation: { escapeValue: false },
  });
  markPage(language);
  return instance;
}

/** Loads a language if need be and switches every text on screen to it. */
export async function switchLanguage(instance: i18n, language: Language): Promise<void> {
  if (!instance.hasResourceBundle(language, 'translation')) {
    instance.addResourceBundle(language, 'translation', (await loaders[language]()).default);
  }
  await instance.changeLanguage(language);
  markPage(language);
}

function markPage(language: Language): void {
  document.documentElement.lang = htmlLang[language];
}
