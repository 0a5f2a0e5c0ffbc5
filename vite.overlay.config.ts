import { defineConfig } from 'vite';
import { overlayTextsPlugin } from './overlay/texts/vitePlugin.ts';

/**
 * What viewers see, as a small bundle of its own. OBS carries an old Chromium, and pages are served under whatever
 * address a hub has, so every path in them is relative.
 */
export default defineConfig({
  root: 'overlay',
  base: './',
  plugins: [overlayTextsPlugin()],
  build: {
    outDir: '../dist/overlay',
    emptyOutDir: true,
    target: 'chrome103',
    cssTarget: 'chrome103',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A policy of the page allows no data in styles but pictures; small files stay files.
    assetsInlineLimit: 0,
  },
  server: { port: 5182, fs: { allow: ['..'] } },
});
