import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    port: 5181,
    proxy: {
      '/api': 'http://127.0.0.1:5180',
      '/backstage': { target: 'ws://127.0.0.1:5180', ws: true },
    },
  },
});
