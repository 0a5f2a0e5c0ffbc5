/** For the build: of a locale file that is imported with `?part=overlay`, only what viewers read. */
export function overlayTexts() {
  return {
    name: 'ringside-overlay-texts',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      if (!/\/locales\/\w+\.json\?part=overlay$/.test(id)) return null;
      const texts: unknown = JSON.parse(source);
      const kept = Object.entries(texts ?? {}).filter(([key]) => key.startsWith('overlay.'));
      const code = `export default ${JSON.stringify(Object.fromEntries(kept))}`;
      return { code, map: null, moduleType: 'js' as const };
    },
  };
}
