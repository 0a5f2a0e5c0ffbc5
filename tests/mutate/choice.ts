import { mulberry } from '#tests/support/random.ts';
import { mutantsOf } from './mutants.ts';
import { pathsOf, readProject } from './paths.ts';
import type { PlannedMutant } from './plan.ts';

const args = process.argv.slice(2);

/** The seed of the sample and of the property tests: `--seed=N`, or another each time. */
export const seed = numberOf('seed') ?? Date.now() % 1_000_000;

export function hasFlag(name: string): boolean {
  return args.includes(`--${name}`);
}

/** The value of `--name=N`; undefined without it. Ends the process if it is no whole number above 0. */
export function numberOf(name: string): number | undefined {
  const text = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  process.stderr.write(`--${name} takes a whole number above 0, not "${text}".\n`);
  process.exit(1);
}

/**
 * Chooses mutants of these files, except those in the folders `without`, in a random order that the seed decides: as
 * many as `--sample=N`, or all. Arguments that are no options restrict the files to those whose path contains one of
 * them.
 */
export function chooseMutants(
  patterns: readonly string[],
  without: readonly string[] = [],
): { possible: number; mutants: PlannedMutant[] } {
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const all: PlannedMutant[] = [];
  for (const path of pathsOf(patterns)) {
    if (without.some((folder) => path.startsWith(folder))) continue;
    if (wanted.length > 0 && !wanted.some((each) => path.includes(each))) continue;
    for (const mutant of mutantsOf(path, readProject(path))) all.push({ ...mutant, id: all.length + 1 });
  }
  const random = mulberry(seed);
  const mutants = all
    .map((mutant) => ({ mutant, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, numberOf('sample') ?? all.length)
    .map(({ mutant }) => mutant);
  return { possible: all.length, mutants };
}
