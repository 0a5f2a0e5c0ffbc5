import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../..');
const rootUrl = pathToFileURL(`${root}/`).href;

/** The files that are mutated, and the tests that may detect a mutation: those that load such a file. */
export const broken = ['shared/game/**/*.ts', 'shared/live/**/*.ts'];
export const unitTests = ['tests/unit/**/*.test.{ts,tsx}'];

/** Paths from the root, in the order of the alphabet. */
export function pathsOf(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root }).sort();
}

export function readProject(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The text of a file with one mutation. */
export function changed({ path, start, end, becomes }: Replacement): string {
  const source = readProject(path);
  return source.slice(0, start) + becomes + source.slice(end);
}

interface Replacement {
  path: string;
  start: number;
  end: number;
  becomes: string;
}

export function urlOf(path: string): string {
  return rootUrl + path;
}

/** The path from the root of a file of the project, null for any other. */
export function pathOfUrl(url: string): string | null {
  const [bare = ''] = url.split('?');
  if (!bare.startsWith(rootUrl) || bare.includes('/node_modules/')) return null;
  return bare.slice(rootUrl.length);
}
