import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#shared/contract/language.ts';

type Texts = Record<string, string>;
type Loaders = Record<Language, () => Promise<{ default: Texts }>>;

/** The texts of the public pages; the plugin `textParts` cuts them out of the locale file. */
const firstTexts: Loaders = {
  ja: () => import('#locales/ja.json?texts=first'),
  en: () => import('#locales/en.json?texts=first'),
  zh_CN: () => import('#locales/zh_CN.json?texts=first'),
};

const allTexts: Loaders = {
  ja: () => import('#locales/ja.json'),
  en: () => import('#locales/en.json'),
  zh_CN: () => import('#locales/zh_CN.json'),
};

/** The value of `<html lang>`, by which the browser breaks lines and selects glyphs. */
export const htmlLang: Record<Language, string> = { ja: 'ja', en: 'en', zh_CN: 'zh-CN' };

/** Values that are numbers but name something: they have no thousands separators. */
const identifiers = new Set(['port', 'id']);
const numberFormats = new Map<string, Intl.NumberFormat>();

/** An i18next formatter module that writes numbers in texts with the language's thousands separators. */
export const numberFormatter = {
  type: 'formatter' as const,
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, _format?: string, lng?: string, options?: { interpolationkey?: string }) {
    if (typeof value !== 'number' || identifiers.has(options?.interpolationkey ?? '')) return value as string;
    const language = lng ?? 'en';
    const known = numberFormats.get(language) ?? new Intl.NumberFormat(language.replace('_', '-'));
    numberFormats.set(language, known);
    return known.format(value);
  },
};

/** How texts are read: keys are flat (dots do not separate levels), values are plain text, React escapes them. */
export const textOptions = {
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
} as const;

interface PageTexts {
  instance: i18n;
  /** Loads a language if necessary and translates the page into it. */
  switchTo(language: Language): Promise<void>;
  /** Loads all texts, for screens that need more than the first texts; applies to later languages too. */
  loadAll(): Promise<void>;
}

/** Starts i18next with the first texts of a language. */
export async function startTexts(language: Language): Promise<PageTexts> {
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      ...textOptions,
      lng: language,
      resources: { [language]: { translation: (await firstTexts[language]()).default } },
    });
  markPage(language);

  let loaders = firstTexts;
  const whole = new Map<Language, Promise<void>>();
  const add = async (wanted: Language) => {
    instance.addResourceBundle(wanted, 'translation', (await loaders[wanted]()).default, false, true);
  };
  /** Loads all texts of a language once; a failed load is tried again at the next call. */
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

/** Each language by its own name, so that a user who cannot read the page finds it. */
export const languageNames: { value: Language; label: string }[] = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
  { value: 'zh_CN', label: '简体中文' },
];
