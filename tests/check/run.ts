import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const steps = [
  ['types', 'tsc', ['--build']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['import rule', 'node', ['tests/check/imports.ts']],
  ['style rule', 'node', ['tests/check/styles.ts']],
] as const;

/** Runs a step, and prints its output in one piece when it has ended. */
async function run([name, command, args]: (typeof steps)[number]): Promise<boolean> {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  process.stdout.write(`${out}${errors}${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
  return status === 0;
}

const results = await Promise.all(steps.map(run));
process.exitCode = results.every((ok) => ok) ? 0 : 1;
