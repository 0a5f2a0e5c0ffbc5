import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';

export interface StartWithSystemOptions {
  platform: NodeJS.Platform;
  app: Pick<App, 'setLoginItemSettings'>;
  /** The folder of the desktop's autostart entries on Linux. */
  autostartFolder: string;
  /** The program to start: the AppImage itself where there is one. */
  program: string;
}

/** Makes the system start the app at sign-in, or not any more. */
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
  // Whole or not at all; the desktop passes over what does not end in .desktop.
  writeFileSync(`${file}.next`, desktopEntry(options.program));
  renameSync(`${file}.next`, file);
}

/** A freedesktop autostart entry; the program's path is quoted as that format asks for. */
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
