import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import electron, { type MultiEnvElectronOptions } from 'vite-plugin-electron/multi-env';
import { desktopTexts } from './electron/build/desktopTexts.ts';

/**
 * The desktop app's own bundles, all of them whole (a packed app has no node_modules): the main process and
 * the backstage's process as modules, and the preload script as CommonJS, which is all that a sandbox loads.
 * The plugin leaves Electron and Node out of them.
 */
const root = import.meta.dirname;
// `ws` tries these two, which are faster and native, and goes on without them.
const optional = ['bufferutil', 'utf-8-validate'];

const common = {
  outDir: resolve(root, 'dist/electron'),
  sourcemap: false,
  target: 'node24',
} as const;
// Keep names of functions and classes: stack traces in the log must lead to the sources.
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
} as const;

/** While working on it the app is started anew with each build, in its sandbox as ever. */
const onstart: MultiEnvElectronOptions['onstart'] = async ({ startup }) => {
  await startup(['.']);
};

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    desktopTexts(),
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
  // The pages are the web app's, built by its own configuration: they are named, so that the plugin makes up none,
  // and not built here once more.
  build: { rolldownOptions: { input: resolve(root, 'renderer/index.html') } },
  builder: {
    buildApp: async ({ environments }) => {
      if (environments.client !== undefined) environments.client.isBuilt = true;
    },
  },
});
