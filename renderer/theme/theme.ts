import { definePreset, Theme } from '@primeuix/styled';
import type { Settings } from '../stores/settings.ts';

/** A preset as the token engine takes it: primitive and semantic tokens. */
type TokenPreset = Record<string, unknown>;

const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
const presets = {
  aura: () => import('./presets/aura.ts'),
  lara: () => import('./presets/lara.ts'),
  nora: () => import('./presets/nora.ts'),
};

const STYLE_ID = 'ringside-tokens';

/** A theme setting of 0 is aura, 1 lara, any other nora. */
export function themeName(theme: number): keyof typeof presets {
  if (theme === 0) return 'aura';
  return theme === 1 ? 'lara' : 'nora';
}

export async function loadPreset(theme: number): Promise<TokenPreset> {
  return (await presets[themeName(theme)]()).default;
}

/**
 * The design tokens as CSS variables (`--p-...`), for light and, under `.dark-mode`, for dark. Only the tokens
 * are taken from the theme; the rules that use them are the stylesheets of `renderer/styles`.
 */
export function tokensCss(preset: TokenPreset, choice: Pick<Settings, 'primary' | 'surface'>): string {
  const changes: TokenPreset = { semantic: { primary: paletteOf(choice.primary) } };
  if (choice.surface !== null) {
    const surface = { 0: '#ffffff', ...paletteOf(choice.surface) };
    changes.semantic = {
      primary: paletteOf(choice.primary),
      colorScheme: { light: { surface }, dark: { surface } },
    };
  }
  Theme.setTheme({
    preset: definePreset(preset, changes),
    options: { prefix: 'p', darkModeSelector: '.dark-mode', cssLayer: false },
  });
  const { primitive, semantic } = Theme.getCommon('ringside', {});
  return `${primitive.css ?? ''}${semantic.css ?? ''}`;
}

/** Says on the page which theme it has, for the few rules that are not tokens (`styles/themes.css`). */
export function applyThemeName(theme: number): void {
  document.documentElement.dataset.theme = themeName(theme);
}

/** Writes the tokens into the page; a later call replaces those of an earlier one. */
export function applyTokens(css: string): void {
  const known = document.getElementById(STYLE_ID);
  const style = known ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = css;
  if (known === null) document.head.append(style);
}

/** Dark or light, which needs no new tokens: both are there. */
export function applyDark(dark: boolean): void {
  document.documentElement.classList.toggle('dark-mode', dark);
}

function paletteOf(name: string): Record<number, string> {
  return Object.fromEntries(SHADES.map((shade) => [shade, `{${name}.${shade}}`]));
}
