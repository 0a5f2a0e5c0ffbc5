import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';
import { textParts } from './renderer/kit/i18n/textParts.ts';
import { themeSheets } from './renderer/kit/theme/themeSheets.ts';
import { toolChunks } from './renderer/toolChunks.ts';

export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), textParts(), themeSheets()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'the tool',
              name: toolChunks(normalizePath(join(import.meta.dirname, 'renderer'))),
              includeDependenciesRecursively: false,
            },
            {
              // One file instead of six: the home page, the tool and the account screens all use queries.
              name: 'queries',
              test: /@tanstack\/(?:query-core|react-query)|renderer\/data\/queries/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5181,
    // The sources beside the renderer (shared, locales) are part of the page.
    fs: { allow: ['..'] },
    proxy: {
      '/api': 'http://127.0.0.1:5180',
      '/backstage': { target: 'ws://127.0.0.1:5180', ws: true },
    },
  },
});
