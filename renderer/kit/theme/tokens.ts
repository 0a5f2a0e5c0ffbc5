import { definePreset, Theme } from '@primeuix/styled';
import { paletteSteps } from './theme.ts';

/** A preset as the token engine takes it: primitive and semantic tokens. */
type TokenPreset = Record<string, unknown>;

export const presets = {
  aura: () => import('@primeuix/themes/aura/base'),
  lara: () => import('@primeuix/themes/lara/base'),
  nora: () => import('@primeuix/themes/nora/base'),
};

/**
 * The design tokens of a preset as CSS variables (`--p-...`), for light and, under `.dark-mode`, for dark, with sky as
 * the main colour. Only the tokens are taken from the preset; the rules that use them are the stylesheets of
 * `renderer/styles`. For the build: the engine and the presets are no part of the page.
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
