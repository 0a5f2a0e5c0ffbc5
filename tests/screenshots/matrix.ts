/** All languages, themes and sizes of the pictures. */
export const languages = ['ja', 'en', 'zh_CN'] as const;
export const themes = ['dark', 'light'] as const;
export const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const;
