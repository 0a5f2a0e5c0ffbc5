/** Full-width punctuation has its own space. */
const FULL_WIDTH_END = /[。！？]$/;

/** Joins sentences, without those that are false or ''. */
export function sentences(...all: readonly (string | false)[]): string {
  return all.reduce<string>((text, next) => {
    if (next === false || next === '') return text;
    return text === '' || FULL_WIDTH_END.test(text) ? text + next : `${text} ${next}`;
  }, '');
}
