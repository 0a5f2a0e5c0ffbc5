import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { textParts } from './renderer/kit/i18n/textParts.ts';
import { themeSheets } from './renderer/kit/theme/themeSheets.ts';
import { toolChunks } from './renderer/toolChunks.ts';

export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), textParts(), themeSheets(), styleLicenses()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    sourcemap: false,
    license: { fileName: 'licenses.txt' },
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

/** Adds the licences of packages of which the pages have styles, tokens or fonts only: Vite's list is of modules. */
function styleLicenses(): Plugin {
  return {
    name: 'ringside-style-licenses',
    writeBundle: {
      order: 'post',
      handler: ({ dir = '' }) => {
        for (const name of ['primeicons', '@primeuix/themes', '@primeuix/styled']) {
          const folder = join(import.meta.dirname, 'node_modules', name);
          const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
          const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
          appendFileSync(join(dir, 'licenses.txt'), `\n## ${name} - ${version} (${license})\n\n${text}\n`);
        }
      },
    },
  };
}
