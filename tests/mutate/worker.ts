import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { CoverageMeter, type RangesOf, timesRun } from './covered.ts';
import { dependents, filesLoadedBy, importsOfFile } from './graph.ts';
import { hookLoading, prepareFiles, setStage } from './loading.ts';
import { changed, urlOf } from './paths.ts';
import { type Answer, type Baseline, type KnownTest, orderSchema, type Plan, planSchema } from './plan.ts';
import { type CollectedTest, collect } from './shim.ts';

/**
 * Runs tests on mutants for the parent process. Arguments: the path of the plan, and the seed of the property tests.
 */
const [planFile = '', seed = '1'] = process.argv.slice(2);
const plan = planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')));
// One failing example is enough: do not shrink it.
fc.configureGlobal({ seed: Number(seed), endOnFailure: true });
/** A test fails after this time (ms) plus `SLOWER` times its duration on unchanged code. */
const LONGEST_TEST = 5000;
const SLOWER = 4;
const LONGEST_BASELINE_TEST = 240_000;
let stray: unknown = null;

hookLoading();
process.on('unhandledRejection', (error) => {
  stray = error ?? new Error('unhandled');
});
process.on('message', (message) => {
  const order = orderSchema.parse(message);
  const work = order.do === 'baseline' ? baseline(order.files) : tryMutant(order.id, order.tests);
  void work.then(answer);
});
answer({ did: 'start' });

function answer(message: Answer): void {
  process.send?.(message);
}

/** Runs every test of these files once on unchanged code, and finds the tests that run each mutant's position. */
async function baseline(files: readonly string[]): Promise<Baseline> {
  const meter = new CoverageMeter();
  const found: Baseline = { did: 'baseline', tests: [], covering: {}, leftOut: [] };
  // A module loads once for all test files, so code that runs at load counts for every test file that imports it.
  const atLoad = new Set(plan.mutants.filter((each) => each.atLoad).map(({ id }) => id));
  for (const file of files) {
    const loaded = filesLoadedBy(file);
    await prepareFiles(loaded);
    meter.take();
    let tests: CollectedTest[];
    try {
      for (const each of importsOfFile(file)) await import(urlOf(each));
      for (const { id } of mutantsIn(meter.take())) atLoad.add(id);
      tests = await collect(() => import(urlOf(file)));
    } catch (error) {
      found.leftOut.push({ what: file, why: String(error) });
      continue;
    }
    const byFile = new Set(mutantsIn(meter.take()).map(({ id }) => id));
    for (const { id, path } of plan.mutants) if (atLoad.has(id) && loaded.has(path)) byFile.add(id);
    for (const [index, test] of tests.entries()) {
      meter.take();
      const begun = performance.now();
      const why = await failureOf(test, LONGEST_BASELINE_TEST);
      if (why !== null) {
        found.leftOut.push({ what: `${file}: ${test.name}`, why });
        continue;
      }
      const byTest = mutantsIn(meter.take()).map(({ id }) => id);
      for (const id of new Set([...byFile, ...byTest])) {
        const key = String(id);
        found.covering[key] ??= [];
        found.covering[key].push(found.tests.length);
      }
      found.tests.push({ file, index, name: test.name, ms: performance.now() - begun });
    }
  }
  return found;
}

/** The mutants whose position was run. */
function mutantsIn(ran: RangesOf): readonly Plan['mutants'][number][] {
  return plan.mutants.filter(({ path, start }) => timesRun(ran.get(path) ?? [], start) > 0);
}

async function tryMutant(id: number, tests: readonly KnownTest[]): Promise<Answer> {
  const mutant = plan.mutants.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  const byFile = Map.groupBy(tests, ({ file }) => file);
  const loaded = new Set([...byFile.keys()].flatMap((file) => [...filesLoadedBy(file)]));
  await prepareFiles(loaded);
  const { path } = mutant;
  setStage({ version: id, fresh: dependents(path, loaded), path, source: changed(mutant) });
  for (const [file, wanted] of byFile) {
    let collected: CollectedTest[];
    try {
      collected = await collect(() => import(`${urlOf(file)}?mutant=${id}`));
    } catch {
      return { did: 'mutant', id, killedBy: `${file} (does not load)` };
    }
    for (const { index, name, ms } of wanted) {
      const test = collected[index];
      const limit = LONGEST_TEST + SLOWER * ms;
      answer({ did: 'test', limit });
      if (test === undefined || (await failureOf(test, limit)) !== null)
        return { did: 'mutant', id, killedBy: name };
    }
  }
  return { did: 'mutant', id, killedBy: null };
}

async function failureOf(test: CollectedTest, limit: number): Promise<string | null> {
  stray = null;
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('takes too long')), limit);
    cancel = () => clearTimeout(timer);
  });
  try {
    await Promise.race([test.run(), late]);
    return stray === null ? null : String(stray);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    cancel();
  }
}
