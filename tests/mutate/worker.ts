import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { CoverageMeter, type RangesOf, timesRun } from './covered.ts';
import { ImportGraph } from './graph.ts';
import { hookLoading, setStage } from './loading.ts';
import { readProject, urlOf } from './paths.ts';
import { type Answer, type Baseline, type KnownTest, orderSchema, planSchema } from './plan.ts';
import { type CollectedTest, collect } from './shim.ts';

/**
 * Runs tests on broken code, as its parent orders. Arguments: the plan's file, and the seed that makes drawn
 * tests the same every time.
 */
const [planFile = '', seed = '1'] = process.argv.slice(2);
const plan = planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')));
// A failing draw is enough; the smallest one is not looked for.
fc.configureGlobal({ seed: Number(seed), endOnFailure: true });
const LONGEST_TEST = 10_000;
const graph = new ImportGraph();
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

/** Runs every test of these files once on the code as it is, and sees which breaks it would meet. */
async function baseline(files: readonly string[]): Promise<Baseline> {
  const meter = new CoverageMeter();
  const found: Baseline = { did: 'baseline', tests: [], covering: {}, leftOut: [] };
  for (const file of files) {
    let tests: CollectedTest[];
    try {
      tests = await collect(() => import(urlOf(file)));
    } catch (error) {
      found.leftOut.push({ what: file, why: String(error) });
      continue;
    }
    graph.add(file);
    const loaded = graphOf(file);
    for (const [index, test] of tests.entries()) {
      meter.take();
      const begun = performance.now();
      const why = await failureOf(test);
      if (why !== null) {
        found.leftOut.push({ what: test.name, why });
        continue;
      }
      note(found, meter.take(), loaded);
      found.tests.push({ file, index, name: test.name, ms: performance.now() - begun });
    }
  }
  return found;
}

function graphOf(file: string): Set<string> {
  const own = new ImportGraph();
  own.add(file);
  return own.files;
}

function note(found: Baseline, ran: RangesOf, loaded: ReadonlySet<string>): void {
  for (const mutant of plan.mutants) {
    const met = mutant.atLoad
      ? loaded.has(mutant.path)
      : timesRun(ran.get(mutant.path) ?? [], mutant.start) > 0;
    if (met) {
      const key = String(mutant.id);
      found.covering[key] ??= [];
      found.covering[key].push(found.tests.length);
    }
  }
}

async function tryMutant(id: number, tests: readonly KnownTest[]): Promise<Answer> {
  const mutant = plan.mutants.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  for (const { file } of tests) graph.add(file);
  const { path, start, end, becomes } = mutant;
  const source = readProject(path);
  const changed = source.slice(0, start) + becomes + source.slice(end);
  setStage({ version: id, fresh: graph.dependents(path), path, source: changed });
  const byFile = Map.groupBy(tests, ({ file }) => file);
  for (const [file, wanted] of byFile) {
    let collected: CollectedTest[];
    try {
      collected = await collect(() => import(`${urlOf(file)}?mutant=${id}`));
    } catch {
      return { did: 'mutant', id, killedBy: `${file} (does not load)` };
    }
    for (const { index, name } of wanted) {
      const test = collected[index];
      if (test === undefined || (await failureOf(test)) !== null)
        return { did: 'mutant', id, killedBy: name };
    }
  }
  return { did: 'mutant', id, killedBy: null };
}

async function failureOf(test: CollectedTest): Promise<string | null> {
  stray = null;
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('takes too long')), LONGEST_TEST);
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
