import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseMutants, numberOf, seed } from './choice.ts';
import { changed, readProject, root } from './paths.ts';
import type { PlannedMutant } from './plan.ts';
import { named, percent, say } from './words.ts';

/**
 * `npm run mutate -- --all [PATH...] [--seed=N] [--sample=N] [--minutes=N]`: mutation testing of the product around the
 * rules. It changes the files of a second work tree of the last commit, one at a time. First the unit and component
 * tests run that load the changed file, then, if none of them fails, the slower tests of its area. The order is random,
 * so after `--minutes=N` the mutations that were tried are a smaller sample. It prints the mutations that no test
 * detected and the counts by area. It fails below 85 % detected.
 */
const LEAST_KILLED = 0.85;
/** The slower tests of an area, as filters of file names. */
const areas: Readonly<Record<string, readonly string[]>> = {
  backstage: ['tests/integration/'],
  server: ['tests/integration/', 'tests/e2e/account', 'tests/e2e/admin', 'tests/e2e/site'],
  renderer: ['tests/e2e/'],
  electron: ['tests/integration/electron', 'tests/e2e/desktop', 'tests/e2e/widgetsDesktop'],
  overlay: ['tests/e2e/overlay', 'tests/e2e/packs', 'tests/e2e/widget', 'tests/integration/overlay-hub'],
};
/** What draws the pictures of packs. A person looks at the pictures, and the product has only them. */
const drawn = ['overlay/art/'];
/** Time (ms) after which a command counts as endless. */
const QUICK_LIMIT = 600_000;
const SLOW_LIMIT = 2_400_000;

type Verdict = 'quick' | 'slow' | 'alive' | 'invalid';

const { possible, mutants } = chooseMutants(
  Object.keys(areas).map((area) => `${area}/**/*.{ts,tsx}`),
  drawn,
);
const until = (numberOf('minutes') ?? Number.POSITIVE_INFINITY) * 60_000;
if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '') {
  process.stderr.write('Commit your changes first: the second work tree has the files of the last commit.\n');
  process.exit(1);
}
const tree = join(mkdtempSync(join(tmpdir(), 'ringside-mutate-')), 'tree');
execFileSync('git', ['worktree', 'add', '--detach', '--quiet', tree], { cwd: root });
try {
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  rmSync(join(tree, '..'), { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  say(`seed ${seed}: ${mutants.length} of ${possible} mutations`);
  if (!(await succeeds(vitest('run', '--project=unit', '--project=component'), QUICK_LIMIT))) {
    say('Some tests fail without a mutation.');
    return false;
  }
  const verdicts = new Map<PlannedMutant, Verdict>();
  for (const mutant of mutants) {
    if (performance.now() > until) break;
    writeFileSync(join(tree, mutant.path), changed(mutant));
    const verdict = await judge(mutant);
    writeFileSync(join(tree, mutant.path), readProject(mutant.path));
    verdicts.set(mutant, verdict);
    if (verdict === 'alive') say(`alive ${named(mutant)}`);
    say(`${verdicts.size} tried, ${Math.round(performance.now() / 1000)} s`);
  }
  return report(verdicts);
}

async function judge({ path }: PlannedMutant): Promise<Verdict> {
  const related = vitest('related', path, '--run', '--project=unit', '--project=component');
  if (!(await succeeds(related, QUICK_LIMIT))) return 'quick';
  if (!(await succeeds(['tsc', '--build'], QUICK_LIMIT))) return 'invalid';
  const area = areaOf(path);
  if (!(await succeeds(['node', 'server/build.ts'], QUICK_LIMIT))) return 'slow';
  const desktop = ['vite', 'build', '-c', 'vite.desktop.config.ts', '--app', '--logLevel', 'warn'];
  if (area === 'electron' && !(await succeeds(desktop, QUICK_LIMIT))) return 'slow';
  return (await succeeds(vitest('run', ...(areas[area] ?? [])), SLOW_LIMIT)) ? 'alive' : 'slow';
}

function vitest(...args: string[]): string[] {
  return ['vitest', ...args, '--bail=1', '--passWithNoTests'];
}

/** Runs a command in the work tree. False if it fails, or does not end within `limit` ms. */
async function succeeds([command = '', ...args]: readonly string[], limit: number): Promise<boolean> {
  const child = spawn(command, args, { cwd: tree, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  return code === 0;
}

function areaOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function report(verdicts: ReadonlyMap<PlannedMutant, Verdict>): boolean {
  const counts = new Map<string, Record<Verdict, number>>();
  for (const [{ path }, verdict] of verdicts) {
    for (const name of [areaOf(path), 'all']) {
      const count = counts.get(name) ?? { quick: 0, slow: 0, alive: 0, invalid: 0 };
      counts.set(name, count);
      count[verdict] += 1;
    }
  }
  for (const [name, { quick, slow, alive, invalid }] of counts) {
    const [killed, tried] = [quick + slow, quick + slow + alive];
    say(
      `${percent(killed, tried).padStart(7)} ${killed}/${tried} ${name}: ${quick} detected by unit and component ` +
        `tests, ${slow} by slower ones; ${invalid} that do not compile are not counted`,
    );
  }
  const { quick = 0, slow = 0, alive = 0 } = counts.get('all') ?? {};
  return quick + slow >= (quick + slow + alive) * LEAST_KILLED;
}
