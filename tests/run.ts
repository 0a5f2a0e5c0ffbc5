import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { compiledFolder } from '#server/compileCache.ts';
import { ensureBrowser } from './support/browser.ts';

/**
 * Everything that proves the product, as one command: the checks, the builds, and every test. The last line
 * is `N passed, N failed`, whatever was skipped; a check or a build counts as one.
 */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
});

const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

function step(name: string, command: string, args: readonly string[]): void {
  say(`\n== ${name}`);
  const { status } = spawnSync(command, [...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) passed += 1;
  else failed += 1;
  if (status !== 0) say(`FAILED: ${name}`);
}

/** Runs all tests and adds up what the runner counted; a runner that dies without a report is a failure. */
function runTests(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-report-'));
  const file = join(folder, 'report.json');
  const filters = process.argv.slice(2);
  const reporters = ['default', 'json', join(import.meta.dirname, 'support/secondTries.ts')];
  const args = [
    'run',
    ...reporters.map((name) => `--reporter=${name}`),
    `--outputFile.json=${file}`,
    ...filters,
  ];
  const { status } = spawnSync('vitest', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    // A file that fails to load has no test that could fail, and an unhandled error belongs to none.
    if (report.numFailedTests === 0 && (status !== 0 || !report.success)) failed += 1;
    return report.numPendingTests;
  } catch {
    failed += 1;
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Of the dozens of processes that are started from the same sources only the first compiles them.
process.env.NODE_COMPILE_CACHE ??= compiledFolder;

say(`Browser: ${ensureBrowser(say)}`);
step('check (types, lint, format, import rule)', 'node', ['tests/check/run.ts']);
step('build of the web app', 'node', ['server/build.ts']);
step('build of the desktop app', 'vite', [
  'build',
  '-c',
  'vite.desktop.config.ts',
  '--app',
  '--logLevel',
  'warn',
]);
say('\n== tests');
const skipped = runTests();
if (skipped > 0) say(`${skipped} skipped: what they need is not here (CONTRIBUTING.md)`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
