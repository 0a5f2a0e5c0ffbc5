import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importCycles } from './cycles.ts';
import { importFaults } from './importRule.ts';
import { folderRules } from './rules.ts';

const root = join(import.meta.dirname, '..', '..');

const folders = Object.keys(folderRules).filter((folder) => existsSync(join(root, folder)));
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name));
const files = folders.flatMap(filesIn);
const tests = filesIn('tests');
const faults = importFaults(root, files);
const cycles = importCycles(root, [...files, ...tests]);
for (const fault of faults) process.stderr.write(`${fault}\n`);
for (const cycle of cycles)
  process.stderr.write(`These import each other in a circle: ${cycle.join(', ')}\n`);
process.stdout.write(
  `Import rule: ${files.length} files, ${faults.length} breaches, ${cycles.length} cycles.\n`,
);
process.exitCode = faults.length + cycles.length === 0 ? 0 : 1;
