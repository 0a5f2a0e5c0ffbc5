import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDesktopBuild, root } from './build.ts';
import { findElectron } from './findElectron.ts';

/** Builds the desktop app if needed and starts it on the real Electron: `npm run desktop`. */
const electron = findElectron();
if (electron === null) {
  process.stderr.write('Electron itself is not installed here. `npx install-electron` downloads it.\n');
  process.exit(1);
}
await ensureDesktopBuild();
const main = join(root, 'dist', 'electron', 'main.js');
const { status } = spawnSync(electron, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
