import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importsOfFile } from './graph.ts';
import { changed, root } from './paths.ts';
import type { PlannedMutant } from './plan.ts';

const options = [
  '--noEmit',
  '--composite',
  'false',
  '--emitDeclarationOnly',
  'false',
  '--incremental',
  'false',
];

/**
 * Returns the ids of the mutants that do not compile. Compiles copies of `shared` with several mutants each. The
 * mutated files of a copy do not import each other, so an error belongs to the mutant of its file.
 */
export async function findTypeErrors(mutants: readonly PlannedMutant[]): Promise<Set<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-types-'));
  const refused = new Set<number>();
  try {
    cpSync(join(root, 'shared'), join(folder, 'shared'), { recursive: true });
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const batch of batchesOf(mutants)) {
      for (const mutant of batch) writeFileSync(join(folder, mutant.path), changed(mutant));
      const wrong = await filesWithErrors(folder);
      for (const { id, path } of batch) {
        if (wrong.has(path)) refused.add(id);
        writeFileSync(join(folder, path), readFileSync(join(root, path)));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return refused;
}

function batchesOf(mutants: readonly PlannedMutant[]): PlannedMutant[][] {
  const batches: PlannedMutant[][] = [];
  for (const mutant of mutants) {
    const batch = batches.find((each) => each.every(({ path }) => areApart(path, mutant.path)));
    if (batch === undefined) batches.push([mutant]);
    else batch.push(mutant);
  }
  return batches;
}

function areApart(one: string, other: string): boolean {
  return one !== other && !importsOfFile(one).includes(other) && !importsOfFile(other).includes(one);
}

function filesWithErrors(folder: string): Promise<Set<string>> {
  const args = [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    'shared',
    '--pretty',
    'false',
    ...options,
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => {
      const files = new Set([...stdout.matchAll(/^(shared\/[^(]+)\(/gm)].map(([, path = '']) => path));
      if (error !== null && files.size === 0) reject(new Error(`tsc failed: ${error.message}\n${stdout}`));
      else resolve(files);
    });
  });
}
