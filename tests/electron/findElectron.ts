import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipUnless } from '#tests/support/skipUnless.ts';

const folder = join(import.meta.dirname, '..', '..', 'node_modules', 'electron');
let found: string | null | undefined;

/** The real Electron if its binary is installed and runs, otherwise null. */
export function findElectron(): string | null {
  found ??= look();
  return found;
}

/** Options of tests that read the stand-in's notes or send it orders. */
export const needsStandIn = () =>
  skipUnless(
    findElectron() === null,
    'they need the stand-in for Electron, and the real Electron is installed',
  );

/** Names the Electron that the tests run on. */
export function describeElectron(): string {
  return findElectron() === null
    ? 'the stand-in for Electron (its binary is not installed): correctness, not the look of windows and not speed'
    : 'the real Electron';
}

function look(): string | null {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ['--version'], { timeout: 20_000 }).status === 0 ? binary : null;
}
