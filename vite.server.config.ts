import { defineConfig } from 'vite';

/**
 * The server as a bundle in `dist/server`, for Node. drizzle-orm and zod are part of it: they are hundreds of small
 * modules, which Node finds and loads one by one. The other packages stay in `node_modules`.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    minify: false,
    // For debuggers; Node reads no source map unless it is told to.
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: ['drizzle-orm', 'zod'] },
});
