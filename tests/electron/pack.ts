import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { ensureDesktopBuild, root } from './build.ts';

/** Files of an Electron folder for Linux. The packer checks only their names. */
const electronFiles = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'electron',
  'icudtl.dat',
  'libffmpeg.so',
  'locales/de.pak',
  'locales/en-US.pak',
  'locales/ja.pak',
  'locales/zh-CN.pak',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'version',
];

/**
 * Packs the app by the product's configuration with a fake Electron folder into `folder`, without flipping fuses.
 * Returns the folder of the unpacked app.
 */
export async function packApp(folder: string): Promise<string> {
  await ensureDesktopBuild();
  const electronDist = join(folder, 'electron');
  for (const name of electronFiles) {
    mkdirSync(join(electronDist, name, '..'), { recursive: true });
    writeFileSync(join(electronDist, name), name);
  }
  chmodSync(join(electronDist, 'electron'), 0o755);
  const output = join(folder, 'release');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist,
      electronFuses: null,
      directories: { buildResources: 'build', output },
    },
  });
  return join(output, 'linux-unpacked');
}
