import { type MenuColour, menuTokens } from '#renderer/data/stores/menuColours.ts';

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
