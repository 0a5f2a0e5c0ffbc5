/** A Vite plugin: reduces a locale file that is imported with `?part=overlay` to the keys `overlay.*`. */
export function overlayTextsPlugin() {
  return {
    name: 'ringside-overlay-texts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json\?part=overlay$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const overlayTexts = Object.entries(texts ?? {}).filter(([key]) => key.startsWith('overlay.'));
      const code = `export default ${JSON.stringify(Object.fromEntries(overlayTexts))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
