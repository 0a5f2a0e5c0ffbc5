/** The main process speaks in dialogs, in its menu and on its own pages; every other text is a page's. */
const spoken = ['desktop.', 'error.'];

/** For the build: of each locale file that is imported only the texts that the main process says itself. */
export function desktopTexts() {
  return {
    name: 'ringside-desktop-texts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) =>
        spoken.some((start) => key.startsWith(start)),
      );
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
