import type { Settings } from '#renderer/data/stores/settings.ts';

export const paletteSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

const STYLE_ID = 'ringside-tokens';

/** A theme setting of 0 is aura, 1 lara, any other nora. */
export function themeName(theme: number): 'aura' | 'lara' | 'nora' {
  if (theme === 0) return 'aura';
  return theme === 1 ? 'lara' : 'nora';
}

/**
 * Returns the CSS that overrides a theme's palette with the host's colours: the primary palette and, if chosen, the
 * surface palette for light and dark. All other tokens refer to these.
 */
export function choiceCss({ primary, surface }: Pick<Settings, 'primary' | 'surface'>): string {
  const all = stepsOf('primary', primary);
  if (surface === null) return `:root{${all}}`;
  const surfaces = `--p-surface-0:#ffffff;${stepsOf('surface', surface)}`;
  return `:root{${all}${surfaces}}.dark-mode{${surfaces}}`;
}

/** Sets `data-theme` on the page, for the few rules that are not tokens (`styles/themes.css`). */
export function applyThemeName(theme: number): void {
  document.documentElement.dataset.theme = themeName(theme);
}

/** Applies the host's colours in a style element after the theme's tokens; replaces the previous colours. */
export function applyChoice(choice: Pick<Settings, 'primary' | 'surface'>): void {
  const known = document.getElementById(STYLE_ID);
  const style = known ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = choiceCss(choice);
  if (known === null) document.head.append(style);
}

/** Switches between dark and light; the stylesheet has the tokens of both. */
export function applyDark(dark: boolean): void {
  document.documentElement.classList.toggle('dark-mode', dark);
}

const stepsOf = (role: 'primary' | 'surface', colour: string): string =>
  paletteSteps.map((step) => `--p-${role}-${step}:var(--p-${colour}-${step});`).join('');
