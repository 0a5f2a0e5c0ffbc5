/** Characters of a preset's name. */
const LONGEST = 60;

/** A name like this one that no preset has yet: with a number after it, from 2 on. */
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

/** A name for the file of a preset that every system takes. */
export function fileName(name: string): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return `${safe === '' ? 'preset' : safe}.ringside.json`;
}
