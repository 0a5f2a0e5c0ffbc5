import { isFirstText } from './firstTexts.ts';

/** For the build: of a locale file that is imported with `?part=first`, only the first texts. */
export function textParts() {
  return {
    name: 'ringside-text-parts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json\?part=first$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) => isFirstText(key));
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
