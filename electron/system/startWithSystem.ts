import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';

interface StartWithSystemOptions {
  platform: NodeJS.Platform;
  app: Pick<App, 'setLoginItemSettings'>;
  /** The folder of autostart entries on Linux. */
  autostartFolder: string;
  /** The path of the program to start; for an AppImage, the path of the AppImage file. */
  program: string;
}

/** Enables or disables starting the app when the user signs in to the system. */
export function setStartWithSystem(on: boolean, options: StartWithSystemOptions): void {
  if (options.platform !== 'linux') {
    options.app.setLoginItemSettings({ openAtLogin: on });
    return;
  }
  const file = path.join(options.autostartFolder, 'ringside.desktop');
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(options.autostartFolder, { recursive: true });
  // Write to a temporary file and rename it, so that the entry is never half-written. Desktops ignore `.next` files.
  writeFileSync(`${file}.next`, desktopEntry(options.program));
  renameSync(`${file}.next`, file);
}

/** Returns a freedesktop autostart entry with the quoted path of the program. */
export function desktopEntry(program: string): string {
  const quoted = `"${program.replaceAll(/["`$\\]/g, (char) => `\\${char}`).replaceAll('\\', '\\\\')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Ringside',
    `Exec=${quoted.replaceAll('%', '%%')}`,
    '',
  ].join('\n');
}
