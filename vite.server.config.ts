import { defineConfig } from 'vite';

/**
 * Bundles the server for Node into `dist/server`. The bundle contains drizzle-orm and zod, because Node would load
 * their hundreds of small modules one by one. The other packages stay in `node_modules`.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    minify: false,
    // For debuggers. Node itself ignores source maps by default.
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: ['drizzle-orm', 'zod'] },
});
