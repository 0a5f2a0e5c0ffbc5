/** Limit of a preset's name in characters. */
const LONGEST = 60;

/** Returns the name if it is free, otherwise the name with the first free number from 2. */
export function freeName(name: string, taken: readonly string[]): string {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  const known = new Set(taken.map(plain));
  if (!known.has(plain(name))) return name;
  const stem = name.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const next = `${stem.slice(0, LONGEST - end.length)}${end}`;
    if (!known.has(plain(next))) return next;
  }
}

/** Returns a file name for a preset that every operating system accepts. */
export function fileName(name: string): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return `${safe === '' ? 'preset' : safe}.ringside.json`;
}
