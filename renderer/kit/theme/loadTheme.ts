import { type MenuColour, menuTokens } from '#renderer/data/stores/menuColours.ts';
import { themeName } from './theme.ts';

const parts = ['ground', 'text', 'muted', 'hover', 'chosen', 'edge'] as const;

/** Sets the menu's CSS variables from its colour; the default colour removes them. */
export function applyMenu(colour: MenuColour): void {
  const tokens = menuTokens(colour);
  const { style } = document.documentElement;
  for (const part of parts) {
    if (tokens === null) style.removeProperty(`--menu-${part}`);
    else style.setProperty(`--menu-${part}`, tokens[part]);
  }
}

const sheets = {
  aura: () => import('./presets/aura.css'),
  lara: () => import('./presets/lara.css'),
  nora: () => import('./presets/nora.css'),
};

/** Loads the token stylesheet of a theme; resolves when it applies. */
export async function loadTheme(theme: number): Promise<void> {
  await sheets[themeName(theme)]();
}
