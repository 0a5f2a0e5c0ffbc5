import type { Language } from '#shared/contract/language.ts';
import type { Platform } from './platform.ts';
import { isOutdated, reloadOf } from './webReload.ts';

/** The part of the platform that every page needs. Only the tool needs the whole `Platform`. */
export interface PageHost extends Pick<Platform, 'kind' | 'reload'> {
  /** Sets the language of the desktop app's menu and dialogs. Does nothing in a browser. */
  setAppLanguage(language: Language): void;
  /** Whether the server has another build than that of the page. False if the server does not answer. Never rejects. */
  isOutdated(): Promise<boolean>;
}

export function pageHost(page: Window): PageHost {
  // Only the preload script of the desktop app defines `ringside`.
  const { ringside: bridge } = page;
  return {
    kind: bridge === undefined ? 'web' : 'desktop',
    // The desktop app serves the page itself, so there is no server to wait for.
    reload: bridge === undefined ? reloadOf(page) : () => page.location.reload(),
    setAppLanguage: (language) => void bridge?.savePreferences({ language }),
    isOutdated: async () => bridge === undefined && (await isOutdated(page)),
  };
}

export type System = 'windows' | 'mac' | 'linux';

/** Names of the systems, which are the same in every language. */
export const systemNames: Record<System, string> = { windows: 'Windows', mac: 'macOS', linux: 'Linux' };

/** Returns the visitor's system from the user agent; null for phones, tablets and unknown systems. */
export function systemOf(userAgent: string): System | null {
  if (/iPhone|iPad|Android|CrOS/i.test(userAgent)) return null;
  if (/Windows/i.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/i.test(userAgent)) return 'mac';
  return /Linux|X11/i.test(userAgent) ? 'linux' : null;
}

/** Whether the address is a path of this site or an https address. */
export function isDownloadUrl(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^https:\/\/[^/]/.test(url);
}

const browsers: readonly [RegExp, string][] = [
  [/Ringside|Electron/, 'Ringside'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Returns browser and system in two words. Shortens the user agent if it is unknown. */
export function deviceName(userAgent: string): string {
  const find = (known: readonly [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : userAgent.slice(0, 60) || '–';
}
