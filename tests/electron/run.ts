import { spawnSync } from 'node:child_process';
import { describeElectron } from './findElectron.ts';

/** The desktop's own tests, and what they ran on. */
process.stdout.write(`The desktop's tests run on ${describeElectron()}.\n`);
const filters = [
  'tests/unit/electron',
  'tests/integration/electron',
  'tests/e2e/desktop',
  ...process.argv.slice(2),
];
const { status } = spawnSync('vitest', ['run', ...filters], { stdio: ['ignore', 'inherit', 'inherit'] });
process.exitCode = status ?? 1;
