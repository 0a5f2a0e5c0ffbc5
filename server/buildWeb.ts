import { join } from 'node:path';
import { build } from 'vite';

/** Builds the web app and the overlays of the project in a folder, as a process of its own (`webBuild.ts`). */
const [root = '.'] = process.argv.slice(2);
for (const config of ['vite.config.ts', 'vite.overlay.config.ts']) {
  await build({ configFile: join(root, config), logLevel: 'warn' });
}
