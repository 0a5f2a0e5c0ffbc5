import path from 'node:path';

export interface Folders {
  userData: string;
  /** Shows, presets and lines: what the backstage keeps. */
  backstage: string;
  logs: string;
  /** The file of the sign-in, encrypted by the system. */
  signIn: string;
  temp: string;
  /** The built renderer. */
  pages: string;
  preload: string;
  /** The built file of the backstage's process. */
  backstageModule: string;
}

/** Every place that the app reads or writes; `built` is the folder of the built main bundle. */
export function foldersOf(userData: string, built: string): Folders {
  return {
    userData,
    backstage: path.join(userData, 'backstage'),
    logs: path.join(userData, 'logs'),
    signIn: path.join(userData, 'sign-in'),
    temp: path.join(userData, 'temp'),
    pages: path.join(built, '..', 'renderer'),
    preload: path.join(built, 'preload.cjs'),
    backstageModule: path.join(built, 'backstage.js'),
  };
}
