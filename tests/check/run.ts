import { spawnSync } from 'node:child_process';

const steps = [
  ['types', 'tsc', ['--build']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['import rule', 'node', ['tests/check/imports.ts']],
  ['style rule', 'node', ['tests/check/styles.ts']],
] as const;

let failed = 0;
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, [...args], { stdio: 'inherit' });
  if (status !== 0) failed += 1;
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
