/** Key prefixes of the texts that the public pages need; these texts are loaded first. */
const first = [
  'product.',
  'site.',
  'web',
  'account.',
  'frame.dark',
  'frame.light',
  'action.',
  'toast.',
  'notFound.',
  'setting.language',
  'api.field.',
];
/** Exceptions: long texts of pages that are not the home page. They are loaded with all other texts. */
const later = [
  'site.privacy.',
  'site.policy.',
  'site.about.',
  'site.widget.',
  'account.profile.',
  'account.home.',
  'account.messages.',
  'account.shows.',
];

/** True for a text that is loaded with the first page. */
export function isFirstText(key: string): boolean {
  return first.some((start) => key.startsWith(start)) && !later.some((start) => key.startsWith(start));
}

/** Vite plugin: an import of a locale file with `?texts=first` contains only the texts that are loaded first. */
export function textParts() {
  return {
    name: 'ringside-text-parts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json\?texts=first$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) => isFirstText(key));
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
