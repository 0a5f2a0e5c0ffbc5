import { type MenuColour, menuTokens } from '#renderer/data/stores/menuColours.ts';

const parts = ['ground', 'text', 'muted', 'hover', 'chosen', 'edge'] as const;

/** Gives the menu its colour; what stands on it follows. */
export function applyMenu(colour: MenuColour): void {
  const tokens = menuTokens(colour);
  const { style } = document.documentElement;
  for (const part of parts) {
    if (tokens === null) style.removeProperty(`--menu-${part}`);
    else style.setProperty(`--menu-${part}`, tokens[part]);
  }
}
