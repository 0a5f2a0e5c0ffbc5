import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

export interface Source {
  file: string;
  program: unknown;
}

/** Parses the TypeScript of a folder, without tests and declarations. */
export function parseFolder(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((name) => parseSource(join(folder, name), readFileSync(join(ROOT, folder, name), 'utf8')));
}

export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  return { file, program };
}

interface Node {
  type: string;
  [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Calls `visit` for every node below and including `value`. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit);
    return;
  }
  if (!isNode(value)) return;
  visit(value);
  for (const each of Object.values(value)) {
    if (typeof each === 'object') walk(each, visit);
  }
}
