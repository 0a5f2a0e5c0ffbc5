import type { Language } from '#shared/contract/language.ts';

/** Each language by its own name, so that a user who cannot read the page finds it. */
export const languageNames: { value: Language; label: string }[] = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
  { value: 'zh_CN', label: '简体中文' },
];
