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
