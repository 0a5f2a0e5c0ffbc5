/** Characters of a name that are shown at most; a row cuts it earlier where it has less room. */
const LIMIT = 48;
/** Marks on one letter that are kept: more of them would climb out of the row. */
const MARKS = 2;

/** Control characters, those that turn the direction of text, and those that take no room. */
const unseen =
  /(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0\u2800]/gu;
const piled = new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu');

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A name of somebody else as it may stand on a stream: one line, no hidden characters, not turned around, at
 * most 48 characters as a reader counts them. One of which nothing is left is a dash, so that its row is seen.
 */
export function shownName(name: string): string {
  // A name is cut before it is looked at closely: what follows does not depend on how long it was.
  const clean = name.slice(0, 1000).replace(/\s+/gu, ' ').replace(unseen, '').replace(piled, '$1').trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(clean)) return '—';
  const letters: string[] = [];
  for (const { segment } of segmenter.segment(clean)) {
    if (letters.length === LIMIT) return `${letters.join('').trimEnd()}…`;
    letters.push(segment);
  }
  return letters.join('');
}

/** A shown name in runs of letters and of emoji. */
export function nameParts(name: string): { text: string; emoji: boolean }[] {
  const parts: { text: string; emoji: boolean }[] = [];
  for (const { segment } of segmenter.segment(shownName(name))) {
    const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(segment);
    const last = parts.at(-1);
    if (last?.emoji === emoji) last.text += segment;
    else parts.push({ text: segment, emoji });
  }
  return parts;
}

/** The first letter of a name, for where there is no picture. */
export function initialOf(name: string): string {
  const [first] = segmenter.segment(shownName(name).replace(/^[#@]+(?=.)/, ''));
  return first?.segment.toUpperCase() ?? '—';
}

/** A hue from 0 to 359 that a name always has. */
export function hueOf(name: string): number {
  let hash = 2166136261;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  return (hash >>> 0) % 360;
}
