import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#shared/contract/language.ts';

type Texts = Record<string, string>;
type Loaders = Record<Language, () => Promise<{ default: Texts }>>;

/** Of the whole file the build keeps what `isFirstText` names. */
const firstTexts: Loaders = {
  ja: () => import('#locales/ja.json?part=first'),
  en: () => import('#locales/en.json?part=first'),
  zh_CN: () => import('#locales/zh_CN.json?part=first'),
};

const allTexts: Loaders = {
  ja: () => import('#locales/ja.json'),
  en: () => import('#locales/en.json'),
  zh_CN: () => import('#locales/zh_CN.json'),
};

/** The value of `<html lang>`, by which the browser breaks lines and chooses glyphs. */
export const htmlLang: Record<Language, string> = { ja: 'ja', en: 'en', zh_CN: 'zh-CN' };

export interface PageTexts {
  instance: i18n;
  /** Loads a language if need be and switches every text on screen to it. */
  switchTo(language: Language): Promise<void>;
  /** Loads what is not among the first texts, for screens that need more; from then on in every language. */
  loadAll(): Promise<void>;
}

/** Starts i18next with the first texts of a language; the keys are flat and are looked up as they stand. */
export async function startTexts(language: Language): Promise<PageTexts> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [language]: { translation: (await firstTexts[language]()).default } },
    interpolation: { escapeValue: false },
  });
  markPage(language);

  let loaders = firstTexts;
  const whole = new Map<Language, Promise<void>>();
  const add = async (wanted: Language) => {
    instance.addResourceBundle(wanted, 'translation', (await loaders[wanted]()).default, false, true);
  };
  /** Tries again after a failure: the connection may be back. */
  const addWhole = (wanted: Language): Promise<void> => {
    const known = whole.get(wanted);
    if (known !== undefined) return known;
    const adding = add(wanted).catch((error: unknown) => {
      whole.delete(wanted);
      throw error;
    });
    whole.set(wanted, adding);
    return adding;
  };
  let now = language;
  return {
    instance,
    switchTo: async (wanted) => {
      now = wanted;
      if (loaders === allTexts) await addWhole(wanted);
      else if (!instance.hasResourceBundle(wanted, 'translation')) await add(wanted);
      if (now !== wanted) return;
      await instance.changeLanguage(wanted);
      markPage(wanted);
    },
    loadAll: async () => {
      loaders = allTexts;
      await addWhole(now);
    },
  };
}

function markPage(language: Language): void {
  document.documentElement.lang = htmlLang[language];
}
