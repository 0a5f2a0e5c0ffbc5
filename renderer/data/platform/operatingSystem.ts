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
