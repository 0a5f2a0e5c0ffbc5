/** The folders of the product and what each may import; anything that is not named is forbidden. */
export interface FolderRule {
  folders: readonly string[];
  /** npm packages by name; a trailing `/*` allows a scope. */
  packages: readonly string[];
  /** Whether Node's own modules are allowed. */
  node: boolean;
  /** Files that may import what they have built, whose name is only known then. */
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
    // What a stream shows is small: no framework.
    packages: ['zod'],
    node: false,
  },
};

/** The layers of `renderer/` from the top. A file may import its own layer and those below it, never one above. */
export const rendererLayers: readonly string[] = ['app', 'features', 'kit', 'data'];
