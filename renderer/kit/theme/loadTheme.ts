import { themeName } from './theme.ts';

const sheets = {
  aura: () => import('./presets/aura.css'),
  lara: () => import('./presets/lara.css'),
  nora: () => import('./presets/nora.css'),
};

/** Brings the tokens of a theme into the page; resolves when they hold. */
export async function loadTheme(theme: number): Promise<void> {
  await sheets[themeName(theme)]();
}
