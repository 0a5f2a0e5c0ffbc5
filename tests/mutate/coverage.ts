import { branchesOf } from './branches.ts';
import { CoverageMeter } from './covered.ts';
import { filesLoadedBy } from './graph.ts';
import { hookLoading, prepareFiles } from './loading.ts';
import { pathsOf, readProject, unitTests, urlOf } from './paths.ts';
import { collect } from './shim.ts';

/**
 * `node --disable-warning=ExperimentalWarning tests/mutate/coverage.ts [--all]`: measures how many branches of
 * `shared` the unit tests run, by folder. Lists the branches that no test runs: the first three of each file, or all.
 * V8 counts; type stripping keeps every position. Fails below 95 %.
 */
const LEAST_TAKEN = 0.95;
const SHOWN = 3;
const all = process.argv.includes('--all');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

hookLoading();
process.on('unhandledRejection', () => {});
const meter = new CoverageMeter();
let passed = 0;
for (const file of pathsOf(unitTests)) {
  try {
    await prepareFiles(filesLoadedBy(file));
    for (const { name, run } of await collect(() => import(urlOf(file)))) {
      await run().then(
        () => (passed += 1),
        (error) => say(`left out: ${name}: ${String(error).split('\n')[0]}`),
      );
    }
  } catch (error) {
    say(`left out: ${file}: ${String(error).split('\n')[0]}`);
  }
}
const ran = meter.take();
const folders = new Map<string, { taken: number; branches: number }>();
for (const path of pathsOf(['shared/**/*.ts'])) {
  const branches = branchesOf(path, readProject(path), ran.get(path) ?? []);
  const missed = branches.filter(({ taken }) => !taken);
  for (const { line, what } of all ? missed : missed.slice(0, SHOWN))
    say(`not taken ${path}:${line} (${what})`);
  for (const name of [path.split('/').slice(0, 2).join('/'), 'shared']) {
    const sum = folders.get(name) ?? { taken: 0, branches: 0 };
    sum.taken += branches.length - missed.length;
    sum.branches += branches.length;
    folders.set(name, sum);
  }
}
for (const [name, { taken, branches }] of folders) {
  say(`${((100 * taken) / Math.max(1, branches)).toFixed(1).padStart(6)} % ${taken}/${branches} ${name}`);
}
say(`${passed} tests`);
const whole = folders.get('shared') ?? { taken: 0, branches: 1 };
process.exit(whole.taken >= whole.branches * LEAST_TAKEN ? 0 : 1);
