import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { reportSchema } from '#tests/support/summary.ts';
import { chooseMutants, numberOf, seed } from './choice.ts';
import { Closeness } from './closest.ts';
import { filesLoadedBy } from './graph.ts';
import { changed, pathsOf, readProject, root } from './paths.ts';
import type { PlannedMutant } from './plan.ts';
import { named, percent, say } from './words.ts';

/**
 * `npm run mutate -- --all [PATH...] [--seed=N] [--sample=N] [--minutes=N] [--workers=N]`: mutation testing of the
 * product around the rules. Each worker changes the files of its own work tree of the last commit, one at a time. The
 * unit and component tests that load the changed file run first, then the slower tests of its area: of each, only those
 * that are closest by their words, so the share of detected mutations is a lower bound. The order is random, so after
 * `--minutes=N` the mutations that were tried are a smaller sample. It prints every judgement and the counts by area. It
 * fails below 85 % detected. On a busy machine, browser tests may fail by themselves and seem to detect a mutation.
 */
const LEAST_KILLED = 0.85;
/** The slower tests of an area, as beginnings of their paths. */
const areas: Readonly<Record<string, readonly string[]>> = {
  backstage: ['tests/integration/'],
  server: ['tests/integration/', 'tests/e2e/account', 'tests/e2e/admin', 'tests/e2e/site'],
  renderer: ['tests/e2e/'],
  electron: ['tests/integration/electron', 'tests/e2e/desktop', 'tests/e2e/widgetsDesktop'],
  overlay: ['tests/e2e/overlay', 'tests/e2e/packs', 'tests/e2e/widget', 'tests/integration/overlay-hub'],
};
/** The tests that start the desktop app, which only `electron` builds again. */
const DESKTOP = /^tests\/e2e\/(desktop|widgetsDesktop)/;
/** What draws the pictures of packs. A person looks at the pictures, and the product has only them. */
const drawn = ['overlay/art/'];
/** How many tests of a kind may judge a mutation. The quick ones run in two steps, because the closest often fail. */
const FIRST_QUICK = 5;
const QUICK = 16;
const SLOW = 4;
/** Time (ms) after which a command counts as endless. */
const QUICK_LIMIT = 240_000;
const SLOW_LIMIT = 420_000;

/** `unsure`: the slow tests did not end in time, or fail without the mutation, too. */
type Verdict = 'quick' | 'slow' | 'alive' | 'invalid' | 'unsure';
interface Judgement {
  verdict: Verdict;
  /** Whether other tests were left out that might have detected the mutation. */
  limited: boolean;
  /** Slow test files that failed. */
  failed: string[];
}
/** Slow test files that pass without a mutation. */
const sound = new Set<string>();

const quickTests = pathsOf(['tests/{unit,component}/**/*.test.{ts,tsx}']);
const slowTests = pathsOf(['tests/{integration,e2e}/**/*.test.ts']);
const closeness = new Closeness([...quickTests, ...slowTests]);
const { possible, mutants } = chooseMutants(
  Object.keys(areas).map((area) => `${area}/**/*.{ts,tsx}`),
  drawn,
);
const until = (numberOf('minutes') ?? Number.POSITIVE_INFINITY) * 60_000;
const workers = numberOf('workers') ?? 2;
if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '') {
  process.stderr.write('Commit your changes first: the work trees have the files of the last commit.\n');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'ringside-mutate-'));
const trees = Array.from({ length: workers }, (_, index) => join(folder, String(index)));
try {
  for (const tree of trees) plant(tree);
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const tree of trees) execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}

/** Makes a work tree. The caches in `node_modules` are its own. */
function plant(tree: string): void {
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', tree], { cwd: root });
  const [packages, own] = [join(root, 'node_modules'), join(tree, 'node_modules')];
  mkdirSync(own);
  for (const name of readdirSync(packages)) {
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(packages, name), join(own, name));
  }
  const types = join('.cache', 'types');
  if (existsSync(join(packages, types))) cpSync(join(packages, types), join(own, types), { recursive: true });
}

async function run(): Promise<boolean> {
  say(`seed ${seed}: ${mutants.length} of ${possible} mutations`);
  const [tree = ''] = trees;
  const quick = await succeeds(tree, vitest('--project=unit', '--project=component'), QUICK_LIMIT * 5);
  const built = await Promise.all(
    trees.map(async (own) => (await compiles(own)) && (await build(own, false))),
  );
  if (!quick || built.includes(false)) {
    say('Some tests fail without a mutation, or the product does not build.');
    return false;
  }
  const judgements = new Map<PlannedMutant, Judgement>();
  const queue = [...mutants];
  const work = async (own: string): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      if (performance.now() > until) break;
      writeFileSync(join(own, mutant.path), changed(mutant));
      const begun = performance.now();
      const judgement = await judge(own, mutant);
      writeFileSync(join(own, mutant.path), readProject(mutant.path));
      if (!(await pass(own, judgement.failed))) judgement.verdict = 'unsure';
      judgements.set(mutant, judgement);
      say(`${judgements.size} ${judgement.verdict} ${seconds(performance.now() - begun)} s ${named(mutant)}`);
    }
  };
  await Promise.all(trees.map(work));
  return report(judgements);
}

async function judge(tree: string, mutant: PlannedMutant): Promise<Judgement> {
  const { path } = mutant;
  const area = areaOf(path);
  const loading = closeness.order(
    quickTests.filter((test) => filesLoadedBy(test).has(path)),
    mutant,
  );
  const running = closeness
    .order(
      slowTests.filter((test) => (areas[area] ?? []).some((start) => test.startsWith(start))),
      mutant,
    )
    .filter((test) => area === 'electron' || !DESKTOP.test(test));
  const limited = loading.length > QUICK || running.length > SLOW;
  const be = (verdict: Verdict, failed: string[] = []): Judgement => ({ verdict, limited, failed });
  for (const some of [loading.slice(0, FIRST_QUICK), loading.slice(FIRST_QUICK, QUICK)]) {
    if (some.length > 0 && !(await succeeds(tree, vitest(...some), QUICK_LIMIT))) return be('quick');
  }
  if (!(await compiles(tree))) return be('invalid');
  if (!(await build(tree, area === 'electron'))) return be('slow');
  const chosen = running.slice(0, SLOW);
  const results = join(tree, 'node_modules', '.cache', 'results.json');
  rmSync(results, { force: true });
  const reporting = ['--reporter=json', `--outputFile=${results}`];
  const passed = await ends(tree, vitest(...chosen, ...reporting), SLOW_LIMIT);
  if (passed === null) return be('unsure');
  return passed ? be('alive') : be('slow', failedOf(tree, results) ?? chosen);
}

function compiles(tree: string): Promise<boolean> {
  return succeeds(tree, ['tsc', '--build'], QUICK_LIMIT);
}

/** Reads the failed files from the test runner's report; null without a report. */
function failedOf(tree: string, results: string): string[] | null {
  if (!existsSync(results)) return null;
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(results, 'utf8')));
  const failed = testResults.filter(({ status }) => status === 'failed');
  return failed.map(({ name }) => relative(tree, name));
}

/** Whether slow test files pass without a mutation. */
async function pass(tree: string, files: readonly string[]): Promise<boolean> {
  const unknown = files.filter((file) => !sound.has(file));
  if (unknown.length === 0) return true;
  await build(
    tree,
    unknown.some((file) => DESKTOP.test(file)),
  );
  if (!(await succeeds(tree, vitest(...unknown), SLOW_LIMIT))) return false;
  for (const file of unknown) sound.add(file);
  return true;
}

/** Builds what has changed: the web app and the server, and the desktop app if it is wanted. */
async function build(tree: string, isDesktop: boolean): Promise<boolean> {
  const desktop = ['vite', 'build', '-c', 'vite.desktop.config.ts', '--app', '--logLevel', 'warn'];
  return (
    (await succeeds(tree, ['node', 'server/build.ts'], QUICK_LIMIT)) &&
    (!isDesktop || (await succeeds(tree, desktop, QUICK_LIMIT)))
  );
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function vitest(...args: string[]): string[] {
  return ['vitest', 'run', ...args, '--bail=1'];
}

/** Runs a command in a work tree. False if it fails, or does not end within `limit` ms. */
async function succeeds(tree: string, command: readonly string[], limit: number): Promise<boolean> {
  return (await ends(tree, command, limit)) === true;
}

/** Whether a command succeeds; null if it does not end within `limit` ms. */
async function ends(
  tree: string,
  [command = '', ...args]: readonly string[],
  limit: number,
): Promise<boolean | null> {
  const child = spawn(command, args, { cwd: tree, stdio: 'ignore', detached: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  return isLate ? null : code === 0;
}

function areaOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function report(judgements: ReadonlyMap<PlannedMutant, Judgement>): boolean {
  const counts = new Map<string, Record<Verdict, number>>();
  for (const [{ path }, { verdict }] of judgements) {
    for (const name of [areaOf(path), 'all']) {
      const count = counts.get(name) ?? { quick: 0, slow: 0, alive: 0, invalid: 0, unsure: 0 };
      counts.set(name, count);
      count[verdict] += 1;
    }
  }
  for (const [name, { quick, slow, alive, invalid, unsure }] of counts) {
    const [killed, tried] = [quick + slow, quick + slow + alive];
    say(
      `${percent(killed, tried).padStart(7)} ${killed}/${tried} ${name}: ${quick} detected by unit and component ` +
        `tests, ${slow} by slower ones; ${invalid} that do not compile and ${unsure} whose tests ended ` +
        'too late or fail anyway are not counted',
    );
  }
  const limited = [...judgements.values()].filter((each) => each.verdict === 'alive' && each.limited).length;
  say(`${limited} of the undetected were judged by the closest tests only, so others may detect them.`);
  const { quick = 0, slow = 0, alive = 0 } = counts.get('all') ?? {};
  return quick + slow >= (quick + slow + alive) * LEAST_KILLED;
}
