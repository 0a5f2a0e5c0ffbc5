/** Vite plugin that reduces imported locale files to the keys with one of the prefixes. `files` matches their ids. */
export function localeTexts(files: RegExp, prefixes: readonly string[]) {
  return {
    name: 'ringside-locale-texts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!files.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) =>
        prefixes.some((prefix) => key.startsWith(prefix)),
      );
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
