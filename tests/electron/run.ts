import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeElectron } from './findElectron.ts';

/** Runs the desktop tests and the desktop part of the shared tests, and prints on which Electron. */
process.stdout.write(`The desktop's tests run on ${describeElectron()}.\n`);
const e2e = join(import.meta.dirname, '..', 'e2e');
const ofBothForms = readdirSync(e2e)
  .filter((name) => readFileSync(join(e2e, name), 'utf8').includes('describe.each(forms)'))
  .map((name) => `tests/e2e/${name}`);
const own = [
  'tests/unit/electron',
  'tests/integration/electron',
  'tests/e2e/desktop',
  'tests/e2e/widgetsDesktop',
];
const passed = [run(own), run([...ofBothForms, '-t', 'in the desktop app'])];
process.exitCode = passed.every(Boolean) ? 0 : 1;

function run(what: readonly string[]): boolean {
  const args = ['run', ...what, ...process.argv.slice(2)];
  return spawnSync('vitest', args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
