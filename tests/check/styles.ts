import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { nativeElements } from './rules.ts';
import { classFaults, elementFaults, sheetFault, wideSelectors } from './styleRule.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const files = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).map((name) =>
  `renderer/${name}`.split(sep).join('/'),
);
const faults = files.flatMap((path) => {
  const sheet = path.endsWith('.css') ? sheetFault(path) : null;
  const found = sheet === null ? [] : [sheet];
  if (path.endsWith('.css')) {
    for (const selector of wideSelectors(read(path)))
      found.push(`has "${selector}", which matches elements without a class; give them one`);
  }
  if (/\.tsx?$/.test(path)) found.push(...classFaults(path, read(path), read));
  if (path.endsWith('.tsx')) found.push(...elementFaults(path, read(path)));
  return found.map((fault) => `${path} ${fault}`);
});
const gone = Object.keys(nativeElements).filter((path) => !existsSync(join(root, path)));
for (const path of gone) faults.push(`${path} does not exist; remove it from tests/check/rules.ts`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Style rule: ${files.length} files, ${faults.length} breaches.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
