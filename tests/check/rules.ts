/** The folders of the product and their allowed imports. All others are forbidden. */
export interface FolderRule {
  folders: readonly string[];
  /** Allowed npm packages; a trailing `/*` allows a scope. */
  packages: readonly string[];
  /** Whether Node's modules are allowed. */
  node: boolean;
  /** Files that may import build output, whose names are known only at run time. */
  buildLoaders?: readonly string[];
}

const react = [
  'react',
  'react-dom',
  'react-router-dom',
  'react-i18next',
  'i18next',
  'primereact',
  'primeicons',
  '@primeuix/*',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'zustand',
  'axios',
  'react-hook-form',
  'chart.js',
  'hucre',
  'obs-websocket-js',
  'uqr',
  'zod',
];

export const folderRules: Readonly<Record<string, FolderRule>> = {
  shared: { folders: ['shared'], packages: ['zod'], node: false },
  backstage: { folders: ['backstage', 'shared'], packages: ['ws', 'zod'], node: true },
  server: {
    folders: ['server', 'backstage', 'shared', 'locales'],
    packages: [
      'fastify',
      '@fastify/*',
      'fastify-type-provider-zod',
      'pino',
      'prom-client',
      'playwright-core',
      'ws',
      'zod',
      'vite',
      'drizzle-orm',
      'pg',
      '@electric-sql/*',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
      'nodemailer',
      'undici',
      'ipaddr.js',
    ],
    node: true,
    buildLoaders: ['server/start.ts'],
  },
  electron: {
    folders: ['electron', 'backstage', 'shared', 'locales'],
    packages: ['electron', 'electron-log', 'electron-store', 'electron-updater', 'zod', 'ws'],
    node: true,
  },
  renderer: { folders: ['renderer', 'shared', 'locales'], packages: react, node: false },
  overlay: {
    folders: ['overlay', 'shared', 'locales'],
    // Overlay pages must stay small: no framework.
    packages: ['zod'],
    node: false,
  },
};

/** The layers of `renderer/` from top to bottom. A file may import its own layer and lower ones. */
export const rendererLayers: readonly string[] = ['app', 'features', 'kit', 'data'];
