import { definePreset, Theme } from '@primeuix/styled';
import { paletteSteps } from './theme.ts';

const SHEET = /\/theme\/presets\/(aura|lara|nora)\.css$/;

/** Vite plugin that generates `theme/presets/<name>.css` from the PrimeReact preset of that name. */
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

/** Input of the token engine: primitive and semantic tokens. */
type TokenPreset = Record<string, unknown>;

export const presets = {
  aura: () => import('@primeuix/themes/aura/base'),
  lara: () => import('@primeuix/themes/lara/base'),
  nora: () => import('@primeuix/themes/nora/base'),
};

/**
 * Returns the design tokens of a PrimeReact preset as CSS variables (`--p-...`) for light and, under `.dark-mode`,
 * dark, with sky as primary colour. The rules that use them are in `renderer/kit/styles`. Runs in the build only.
 */
export function tokensCss(preset: TokenPreset): string {
  const primary = Object.fromEntries(paletteSteps.map((step) => [step, `{sky.${step}}`]));
  Theme.setTheme({
    preset: definePreset(preset, { semantic: { primary } }),
    options: { prefix: 'p', darkModeSelector: '.dark-mode', cssLayer: false },
  });
  const { primitive, semantic } = Theme.getCommon('ringside', {});
  return `${primitive.css ?? ''}${semantic.css ?? ''}`;
}
