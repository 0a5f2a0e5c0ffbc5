import type { Settings } from '#renderer/data/stores/settings.ts';

export const paletteSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

const STYLE_ID = 'ringside-tokens';

/** A theme setting of 0 is aura, 1 lara, any other nora. */
export function themeName(theme: number): 'aura' | 'lara' | 'nora' {
  if (theme === 0) return 'aura';
  return theme === 1 ? 'lara' : 'nora';
}

/**
 * What a host's choice of colours changes of a theme's tokens: the steps of the main colour and, where surfaces are
 * chosen, of theirs, in light and in dark. Every other token refers to these.
 */
export function choiceCss({ primary, surface }: Pick<Settings, 'primary' | 'surface'>): string {
  const all = stepsOf('primary', primary);
  if (surface === null) return `:root{${all}}`;
  const surfaces = `--p-surface-0:#ffffff;${stepsOf('surface', surface)}`;
  return `:root{${all}${surfaces}}.dark-mode{${surfaces}}`;
}

/** Says on the page which theme it has, for the few rules that are not tokens (`styles/themes.css`). */
export function applyThemeName(theme: number): void {
  document.documentElement.dataset.theme = themeName(theme);
}

/** Puts a choice of colours after the theme's own tokens; a later one replaces an earlier one. */
export function applyChoice(choice: Pick<Settings, 'primary' | 'surface'>): void {
  const known = document.getElementById(STYLE_ID);
  const style = known ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = choiceCss(choice);
  if (known === null) document.head.append(style);
}

/** Dark or light, which needs no new tokens: both are there. */
export function applyDark(dark: boolean): void {
  document.documentElement.classList.toggle('dark-mode', dark);
}

const stepsOf = (role: 'primary' | 'surface', colour: string): string =>
  paletteSteps.map((step) => `--p-${role}-${step}:var(--p-${colour}-${step});`).join('');
