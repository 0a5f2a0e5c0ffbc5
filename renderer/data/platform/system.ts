export type System = 'windows' | 'mac' | 'linux';

/** Each system by its own name, the same in every language. */
export const systemNames: Record<System, string> = { windows: 'Windows', mac: 'macOS', linux: 'Linux' };

/** The visitor's system by what the browser calls itself; null for phones, tablets and whatever else. */
export function systemOf(userAgent: string): System | null {
  if (/iPhone|iPad|Android|CrOS/i.test(userAgent)) return null;
  if (/Windows/i.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/i.test(userAgent)) return 'mac';
  return /Linux|X11/i.test(userAgent) ? 'linux' : null;
}

/** A path of this site, or an https address. */
export function isDownloadUrl(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^https:\/\/[^/]/.test(url);
}
