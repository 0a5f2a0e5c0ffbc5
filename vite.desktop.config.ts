import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import electron, { type MultiEnvElectronOptions } from 'vite-plugin-electron/multi-env';
import { localeTexts } from './overlay/texts/vitePlugin.ts';

/**
 * Bundles the desktop app: the main process and the backstage process as modules, and the preload script as CommonJS,
 * because a sandbox loads nothing else. The bundles contain all packages, because a packed app has no node_modules. The plugin
 * excludes Electron and Node.
 */
const root = import.meta.dirname;
// Native packages that `ws` uses if they are installed.
const optional = ['bufferutil', 'utf-8-validate'];

const common = {
  outDir: resolve(root, 'dist/electron'),
  sourcemap: false,
  target: 'node24',
} as const;
// Keep the names of functions and classes for the stack traces in the log.
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
} as const;

/** Restarts the app after each build of a watch, with its sandbox. */
const onstart: MultiEnvElectronOptions['onstart'] = async ({ startup }) => {
  await startup(['.']);
};

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    // Dialogs, the menu, the help page and the remote API have texts.
    localeTexts(/\/locales\/\w+\.json$/, ['desktop.', 'error.']),
    electron([
      {
        name: 'main',
        bundleDeps: true,
        onstart,
        input: {
          main: resolve(root, 'electron/main.ts'),
          backstage: resolve(root, 'electron/backstage/process.ts'),
        },
        options: {
          build: {
            ...common,
            emptyOutDir: true,
            license: { fileName: 'licenses.txt' },
            rolldownOptions: {
              external: optional,
              output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js', minify },
            },
          },
        },
      },
      {
        name: 'preload',
        bundleDeps: true,
        onstart,
        input: { preload: resolve(root, 'electron/preload/preload.ts') },
        options: {
          build: {
            ...common,
            rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs', minify } },
          },
        },
      },
    ]),
  ],
  // `vite.config.ts` builds the pages. Without an input, the plugin generates one; `buildApp` skips it.
  build: { rolldownOptions: { input: resolve(root, 'renderer/index.html') } },
  builder: {
    buildApp: async ({ environments }) => {
      if (environments.client !== undefined) environments.client.isBuilt = true;
    },
  },
});
