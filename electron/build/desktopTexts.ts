/** Prefixes of the keys that the main process uses: in dialogs, in the menu and on the help page. */
const usedPrefixes = ['desktop.', 'error.'];

/** Vite plugin that removes the texts that the main process does not use from imported locale files. */
export function desktopTexts() {
  return {
    name: 'ringside-desktop-texts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) =>
        usedPrefixes.some((prefix) => key.startsWith(prefix)),
      );
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
