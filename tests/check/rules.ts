/** The folders of the product and their allowed imports. All others are forbidden. */
interface FolderRule {
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
  backstage: { folders: ['backstage', 'shared'], packages: ['ws', 'yauzl', 'zod'], node: true },
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
      'aws4fetch',
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
    // Overlay pages must stay small: no framework. lottie-web is loaded only with a pack that has banners.
    packages: ['lottie-web', 'zod'],
    node: false,
  },
};

/** The layers of `renderer/` from top to bottom. A file may import its own layer and lower ones. */
export const rendererLayers: readonly string[] = ['app', 'features', 'kit', 'data'];

/** The folder of the renderer's global style sheets: tokens, themes, base and PrimeReact. All others are CSS modules. */
export const globalStyles = 'renderer/kit/styles/';

/** Native elements in features for which the kit has a component, each with its reason. */
export const nativeElements: Readonly<Record<string, { elements: readonly string[]; reason: string }>> = {
  'renderer/features/report/ReportTable.tsx': {
    elements: ['table'],
    reason: "has 100,000 rows and columns of shared widths; the kit's lists load pages of at most 100 rows",
  },
  'renderer/features/show/stage/SidePicker.tsx': {
    elements: ['input'],
    reason: 'radio buttons in the colours of the sides, which become icons in a row that can be dragged',
  },
};
