import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCacheFolder } from '#server/compileCache.ts';
import { ensureBrowser } from './support/browser.ts';
import { changedFiles, changedSince, planOf } from './support/changed.ts';
import { reportSchema, slowestFiles, summarise } from './support/summary.ts';

/**
 * Proves the product with one command: the checks, the builds, and every test. The last line is
 * `N passed, N failed`; a check or a build counts as one. The lines before it list the slowest files, and what was
 * skipped, and why. With `--changed` or `--changed=COMMIT`, runs only what the changed files touch: their lint, the
 * unit and component tests that load them, and changed tests of the other kinds.
 */
const root = join(import.meta.dirname, '..');
const SLOWEST = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

/** Runs a command that counts as one test. Prints its output in one piece, because others may run beside it. */
async function step(name: string, command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  say(`\n== ${name}\n${out}${errors}`);
  if (status === 0) passed += 1;
  else failed += 1;
  if (status !== 0) say(`FAILED: ${name}`);
}

/** Runs tests, adds up the runner's report, and says what was slow or skipped. No report is a failure. */
function runTests(filters: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-report-'));
  const file = join(folder, 'report.json');
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
    const summary = summarise({ ...report, success: report.success && status === 0 });
    passed += summary.passed;
    failed += summary.failed;
    say('\nThe slowest files:');
    for (const line of slowestFiles(report, root, SLOWEST)) say(line);
    for (const [reason, count] of summary.skipped) say(`${count} skipped: ${reason}`);
    if (summary.notRun > 0) say(`${summary.notRun} of the failed did not run: the set-up before them failed`);
  } catch {
    failed += 1;
    say('FAILED: the test runner left no report');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Of the dozens of processes that are started from the same sources only the first compiles them.
process.env.NODE_COMPILE_CACHE ??= compileCacheFolder;

async function builds(): Promise<void> {
  await step('build of the web app', 'node', ['server/build.ts']);
  const desktop = ['build', '-c', 'vite.desktop.config.ts', '--app', '--logLevel', 'warn'];
  await step('build of the desktop app', 'vite', desktop);
}

async function runAll(filters: readonly string[]): Promise<void> {
  say(`Browser: ${ensureBrowser(say)}`);
  await Promise.all([
    step('check (types, lint, format, import rule)', 'node', ['tests/check/run.ts']),
    builds(),
  ]);
  say('\n== tests');
  runTests(filters);
}

async function runChanged(since: string, args: readonly string[]): Promise<void> {
  const { lint, slowTests } = planOf(changedFiles(root, since));
  await step('types', 'tsc', ['--build']);
  if (lint.length > 0)
    await step('lint and format of changed files', 'biome', [
      'check',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...lint,
    ]);
  await step('import rule', 'node', ['tests/check/imports.ts']);
  await step('style rule', 'node', ['tests/check/styles.ts']);
  say('\n== unit and component tests that load a changed file');
  runTests(['--project=unit', '--project=component', '--passWithNoTests', ...args]);
  if (slowTests.length === 0) return;
  say(`\n== changed integration and end-to-end tests\nBrowser: ${ensureBrowser(say)}`);
  runTests(slowTests);
}

const args = process.argv.slice(2);
const since = changedSince(args);
await (since === null ? runAll(args) : runChanged(since, args));
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
