import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseMutants, numberOf, seed } from './choice.ts';
import { Crew, ENDLESS, type Verdict } from './crew.ts';
import { filesLoadedBy } from './graph.ts';
import { broken, pathsOf, unitTests } from './paths.ts';
import { type Baseline, type KnownTest, type Plan, together } from './plan.ts';
import { findTypeErrors } from './types.ts';
import { named, percent, say } from './words.ts';

/**
 * `npm run mutate -- [PATH...] [--seed=N] [--sample=N] [--workers=N]`: mutation testing of `shared/game` and
 * `shared/live`. It makes one small change at a time and runs the unit tests that run the changed position. A change
 * that no test detects and that does not compile is not counted. Without `--sample` it tries every mutation; `PATH`s
 * restrict it to files whose path contains one of them. It prints the mutations that were not detected, the counts by
 * file, and the seed. It fails below 92 % detected, and if a test could not take part.
 */
const LEAST_KILLED = 0.92;
const OWN_TESTS = /^tests\/unit\/(game|live)\//;
const LATER = 1e6;
const workers = numberOf('workers') ?? Math.min(2, availableParallelism());

const { possible, mutants: chosen } = chooseMutants(broken);
const mutants = chosen.sort((a, b) => a.id - b.id);
const folder = mkdtempSync(join(tmpdir(), 'ringside-mutate-'));
const planFile = join(folder, 'plan.json');
writeFileSync(planFile, JSON.stringify({ mutants } satisfies Plan));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  say(`seed ${seed}: ${mutants.length} of ${possible} mutations`);
  const { tests, covering, leftOut } = await baseline();
  for (const { what, why } of leftOut) say(`left out: ${what}: ${why.split('\n')[0]}`);
  say(`${tests.length} tests take part, ${Math.round(performance.now() / 1000)} s`);
  const verdicts = new Map<number, Verdict>();
  const queue = [...mutants];
  const unmet = new Set<number>();
  const work = async (): Promise<void> => {
    const crew = new Crew(planFile, seed);
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const meeting = (covering[mutant.id] ?? []).flatMap((index) => tests[index] ?? []);
      const verdict = meeting.length === 0 ? null : await crew.judge(mutant.id, inTurn(meeting));
      verdicts.set(mutant.id, verdict);
      if (meeting.length === 0) unmet.add(mutant.id);
      if (verdicts.size % 100 === 0)
        say(`${verdicts.size} tried, ${alive(verdicts)} alive, ${Math.round(performance.now() / 1000)} s`);
    }
    await crew.dismiss();
  };
  await Promise.all(Array.from({ length: workers }, work));
  await leaveOutInvalid(verdicts);
  for (const mutant of mutants) {
    if (verdicts.get(mutant.id) === null)
      say(`alive ${named(mutant, unmet.has(mutant.id) ? ' (no test runs it)' : '')}`);
  }
  return report(verdicts) && leftOut.length === 0;
}

/** Removes the verdicts on mutants that no test detected and that do not compile. */
async function leaveOutInvalid(verdicts: Map<number, Verdict>): Promise<void> {
  const left = mutants.filter(({ id }) => verdicts.get(id) === null);
  for (const id of await findTypeErrors(left)) verdicts.delete(id);
}

/** Divides the test files among the workers and joins their results. */
async function baseline(): Promise<Baseline> {
  const changed = new Set(mutants.map(({ path }) => path));
  const files = pathsOf(unitTests).filter((file) =>
    [...filesLoadedBy(file)].some((each) => changed.has(each)),
  );
  const parts = Array.from({ length: workers }, (_, worker) =>
    files.filter((_, index) => index % workers === worker),
  );
  return together(await Promise.all(parts.map((part) => new Crew(planFile, seed).baseline(part))));
}

/** Sorts the tests of `game` and `live` first, and quick files first, so that most mutants are detected early. */
function inTurn(tests: readonly KnownTest[]): KnownTest[] {
  const byFile = [...Map.groupBy(tests, ({ file }) => file)];
  const cost = ([file, each]: [string, KnownTest[]]): number =>
    each.reduce((sum, { ms }) => sum + ms, OWN_TESTS.test(file) ? 0 : LATER);
  return byFile.sort((a, b) => cost(a) - cost(b)).flatMap(([, each]) => each.sort((a, b) => a.ms - b.ms));
}

function report(verdicts: ReadonlyMap<number, Verdict>): boolean {
  const counts = new Map<string, { tried: number; killed: number }>();
  const counted = mutants.filter(({ id }) => verdicts.has(id));
  for (const { path, id } of counted) {
    const count = counts.get(path) ?? { tried: 0, killed: 0 };
    counts.set(path, count);
    count.tried += 1;
    if (typeof verdicts.get(id) === 'string') count.killed += 1;
  }
  for (const [path, { tried, killed }] of counts)
    say(`${percent(killed, tried).padStart(7)} ${killed}/${tried} ${path}`);
  const tried = counted.length;
  const killed = tried - alive(verdicts);
  const endless = [...verdicts.values()].filter((verdict) => verdict === ENDLESS).length;
  say(
    `seed ${seed}: ${killed} of ${tried} mutations detected, ${percent(killed, tried)}; ${endless} did not end; ` +
      `${mutants.length - tried} that do not compile are not counted`,
  );
  return killed >= tried * LEAST_KILLED;
}

function alive(verdicts: ReadonlyMap<number, Verdict>): number {
  return [...verdicts.values()].filter((verdict) => verdict === null).length;
}
