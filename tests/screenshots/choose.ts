import { languages, sizes, themes } from './matrix.ts';

/** The chosen part of the matrix. */
export interface Choice {
  languages: readonly (typeof languages)[number][];
  themes: readonly (typeof themes)[number][];
  sizes: readonly (typeof sizes)[number][];
}

const ONLY = '--only=';
const WHOLE = '--whole';

/** The named words of one sort, or all if none is named. */
function named<One>(all: readonly One[], words: readonly string[], wordOf: (one: One) => string): One[] {
  const those = all.filter((one) => words.includes(wordOf(one)));
  return those.length > 0 ? those : [...all];
}

/** Parses the arguments of `npm run screenshots --`: screens, languages, themes and sizes. */
export function choose(given: readonly string[]): Choice & { names: string[]; whole: boolean } {
  const words = given
    .filter((word) => word.startsWith(ONLY))
    .flatMap((word) => word.slice(ONLY.length).split(','));
  return {
    names: given.filter((word) => !word.startsWith('--')),
    languages: named(languages, words, (one) => one),
    themes: named(themes, words, (one) => one),
    sizes: named(sizes, words, ({ width, height }) => `${width}x${height}`),
    whole: given.includes(WHOLE),
  };
}
