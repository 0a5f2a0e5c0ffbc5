const skins = ['#f7d3b5', '#f1c19b', '#e3a878', '#fbe0cb', '#d79a6a', '#f4cba8'];
const hairs = ['#2b1d16', '#5b3420', '#e0a23a', '#7a3fb0', '#d9577f', '#22364f'];
const grounds = [
  ['#ff9a6b', '#e0457b'],
  ['#5ab6ff', '#3456d8'],
  ['#ffd36b', '#ff7a4d'],
  ['#6fe0b0', '#1f8fa8'],
  ['#f9a8d4', '#a855f7'],
  ['#93c5fd', '#6d5bd0'],
];
const styles = [
  'M26 50c-3-26 10-38 24-38s27 12 24 38c-3-10-8-17-14-20-8 5-22 6-28 5-3 4-5 9-6 15z',
  'M25 46c-2-22 9-34 25-34s27 12 25 34c-4-7-7-11-9-18-9 6-24 7-32 1-2 6-5 11-9 17z',
  'M22 76c-4-42 6-65 28-65s32 23 28 65c-5 2-9 2-12 1 3-18 2-33-4-43-8 4-18 5-25 3-4 9-5 23-3 40-3 1-7 1-12-1z',
  'M27 44c0-8 0-12 3-18l-6 1c5-9 13-16 26-15 15-1 25 9 24 32-3-6-5-10-8-14-7 1-13-1-18-4-5 5-14 6-18 6-1 4-2 7-3 12z',
];

/** A drawn portrait for the sample's anchor of this number; always the same one. */
export function portrait(index: number): string {
  const pick = <T>(all: readonly T[], fallback: T): T => all[index % all.length] ?? fallback;
  const [top, bottom] = pick(grounds, ['#888888', '#444444']);
  const skin = pick(skins, '#f1c19b');
  const hair = pick(hairs, '#2b1d16');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><path fill="url(#g)" d="M0 0h100v100H0z"/><circle cx="78" cy="20" r="26" fill="#fff" opacity=".14"/><path fill="${bottom}" d="M14 100c2-18 17-25 36-25s34 7 36 25z"/><path fill="#fff" opacity=".22" d="M34 78c4 10 28 10 32 0l6 3c-6 15-38 15-44 0z"/><path fill="${skin}" d="M42 62h16v14c-3 6-13 6-16 0z"/><ellipse cx="50" cy="47" rx="20" ry="23" fill="${skin}"/><path fill="#e8836f" opacity=".35" d="M33 51h7v4h-7zm27 0h7v4h-7z"/><path fill="#2b2320" d="M40 45c2-2 4-2 5 0v3h-5zm15 0c2-2 4-2 5 0v3h-5z"/><path fill="none" stroke="#b4523f" stroke-width="2" stroke-linecap="round" d="M45 58c3 3 7 3 10 0"/><path fill="${hair}" d="${pick(styles, '')}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
