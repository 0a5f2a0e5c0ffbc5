import path from 'node:path';

export interface Folders {
  userData: string;
  /** The backstage's data: shows, presets, lines. */
  backstage: string;
  logs: string;
  /** The encrypted file of the sign-in. */
  signIn: string;
  /** The encrypted file of the connection to OBS. */
  obs: string;
  temp: string;
  /** The built renderer. */
  pages: string;
  preload: string;
  /** The built entry file of the backstage process. */
  backstageModule: string;
}

/** Returns the paths of the app's files. `built` is the folder of the built main bundle. */
export function foldersOf(userData: string, built: string): Folders {
  return {
    userData,
    backstage: path.join(userData, 'backstage'),
    logs: path.join(userData, 'logs'),
    signIn: path.join(userData, 'sign-in'),
    obs: path.join(userData, 'obs'),
    temp: path.join(userData, 'temp'),
    pages: path.join(built, '..', 'renderer'),
    preload: path.join(built, 'preload.cjs'),
    backstageModule: path.join(built, 'backstage.js'),
  };
}
