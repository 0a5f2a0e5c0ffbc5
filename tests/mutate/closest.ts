import { importsOfFile } from './graph.ts';
import { readProject } from './paths.ts';

/** Lines above and below a mutation whose words count more than those of the rest of its file. */
const NEAR = 12;
const NEARNESS = 3;
const IMPORTED = 2;

const texts: ReadonlyMap<string, unknown> = new Map(
  Object.entries(Object(JSON.parse(readProject('locales/en.json')))),
);

/**
 * Chooses tests by their words: a test that is about some code names the same things, and finds controls by the texts
 * that the code shows. Words that few tests have count more (inverse document frequency).
 */
export class Closeness {
  readonly #words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #rarity = new Map<string, number>();

  constructor(tests: readonly string[]) {
    this.#words = new Map(tests.map((path) => [path, wordsOf(`${path} ${readProject(path)}`)]));
    const counts = new Map<string, number>();
    for (const words of this.#words.values())
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#rarity.set(word, Math.log(tests.length / count));
  }

  /** Sorts tests, the closest to a line of a file first. */
  order(tests: readonly string[], { path, line }: { path: string; line: number }): string[] {
    const source = readProject(path);
    const near = source.split('\n').slice(Math.max(0, line - 1 - NEAR), line + NEAR);
    const all = wordsOf(`${path} ${source} ${textsIn(source)}`);
    const close = wordsOf(`${near.join('\n')} ${textsIn(near.join('\n'))}`);
    const score = (test: string): number => {
      const words = this.#words.get(test) ?? new Set();
      let shared = 0;
      for (const word of words)
        if (all.has(word)) shared += this.#weight(word) * (close.has(word) ? NEARNESS : 1);
      const length = Math.sqrt([...words].reduce((sum, word) => sum + this.#weight(word), 1));
      return (shared / length) * (importsOfFile(test).includes(path) ? IMPORTED : 1);
    };
    const scored = tests.map((test) => ({ test, closeness: score(test) }));
    return scored.sort((a, b) => b.closeness - a.closeness).map(({ test }) => test);
  }

  #weight(word: string): number {
    return (this.#rarity.get(word) ?? 0) ** 2;
  }
}

/** The parts of names and the words of texts, in lower case. */
function wordsOf(text: string): Set<string> {
  return new Set((text.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? []).map((word) => word.toLowerCase()));
}

/** The English texts whose keys the code names. */
function textsIn(source: string): string {
  const keys = source.match(/(?<=')[a-z][\w.]*(?=')/gi) ?? [];
  return keys.map((key) => texts.get(key) ?? '').join(' ');
}
