import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importFaults } from './importRule.ts';
import { folderRules } from './rules.ts';

const root = join(import.meta.dirname, '..', '..');

const folders = Object.keys(folderRules).filter((folder) => existsSync(join(root, folder)));
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
);
const faults = importFaults(root, files);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Import rule: ${files.length} files, ${faults.length} breaches.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
