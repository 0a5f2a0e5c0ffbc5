import { defineConfig } from 'vite';
import { localeTexts } from './overlay/texts/vitePlugin.ts';

/**
 * Bundles the overlay pages for the old Chromium of streaming software. All paths are relative, because each hub serves
 * the pages at another address.
 */
export default defineConfig({
  root: 'overlay',
  base: './',
  plugins: [localeTexts(/\/locales\/\w+\.json\?part=overlay$/, ['overlay.'])],
  build: {
    outDir: '../dist/overlay',
    emptyOutDir: true,
    target: 'chrome103',
    cssTarget: 'chrome103',
    sourcemap: false,
    license: { fileName: 'licenses.txt' },
    modulePreload: { polyfill: false },
    // The content policy of the pages allows `data:` addresses for pictures only.
    assetsInlineLimit: 0,
  },
  server: { port: 5182, fs: { allow: ['..'] } },
});
