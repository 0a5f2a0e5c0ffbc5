import type texts from '#locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof texts };
    keySeparator: false;
    nsSeparator: false;
  }
}
