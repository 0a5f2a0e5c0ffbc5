import { presets, tokensCss } from './tokens.ts';

const SHEET = /\/theme\/presets\/(aura|lara|nora)\.css$/;

/** For the build: `theme/presets/<name>.css` is made from the preset of that name, as if the file were there. */
export function themeSheets() {
  return {
    name: 'ringside-theme-sheets',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined || !/^\.\/presets\/\w+\.css$/.test(source)) return null;
      const id = importer.replace(/[^/]*$/, source.slice(2));
      return SHEET.test(id) ? id : null;
    },
    async load(id: string) {
      const name = SHEET.exec(id)?.[1];
      if (name !== 'aura' && name !== 'lara' && name !== 'nora') return null;
      return tokensCss((await presets[name]()).default);
    },
  };
}
