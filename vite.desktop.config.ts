import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The desktop app's own bundles, all of them whole (a packed app has no node_modules): the main process and
 * the backstage's process as modules, and the preload script as CommonJS, which is all that a sandbox loads.
 */
const root = import.meta.dirname;
const outside = ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
// `ws` tries these two, which are faster and native, and goes on without them.
const optional = ['bufferutil', 'utf-8-validate'];

const common = {
  outDir: resolve(root, 'dist/electron'),
  emptyOutDir: false,
  // A crash's last words in the log name functions and lines that can be found again.
  minify: false,
  sourcemap: false,
  target: 'node24',
} as const;

export default defineConfig({
  root,
  publicDir: false,
  builder: {
    buildApp: async (builder) => {
      for (const name of ['main', 'preload']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
    },
  },
  environments: {
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: [...outside, ...optional], conditions: ['node'] },
      build: {
        ...common,
        emptyOutDir: true,
        rollupOptions: {
          input: {
            main: resolve(root, 'electron/main.ts'),
            backstage: resolve(root, 'electron/backstage/process.ts'),
          },
          external: [...outside, ...optional],
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        ...common,
        rollupOptions: {
          input: { preload: resolve(root, 'electron/preload/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
});
