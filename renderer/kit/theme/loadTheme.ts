import { themeName } from './theme.ts';

const sheets = {
  aura: () => import('./presets/aura.css'),
  lara: () => import('./presets/lara.css'),
  nora: () => import('./presets/nora.css'),
};

/** Loads the token stylesheet of a theme; resolves when it applies. */
export async function loadTheme(theme: number): Promise<void> {
  await sheets[themeName(theme)]();
}
