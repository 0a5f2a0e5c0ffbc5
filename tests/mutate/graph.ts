import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { readProject, root } from './paths.ts';

const known = new Map<string, readonly string[]>();

/** Returns the project files that a file imports, as paths from the root. */
export function importsOfFile(path: string): readonly string[] {
  const found = known.get(path) ?? readImports(path);
  known.set(path, found);
  return found;
}

/** Returns the file and every file that it imports, directly or indirectly. */
export function filesLoadedBy(path: string): Set<string> {
  const found = new Set([path]);
  for (const each of found) for (const imported of importsOfFile(each)) found.add(imported);
  return found;
}

/** Returns the file and those of `files` that import it, directly or indirectly. */
export function dependents(path: string, files: Iterable<string>): Set<string> {
  const found = new Set([path]);
  const all = [...files];
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const each of all) {
      if (importsOfFile(each).some((imported) => found.has(imported))) found.add(each);
    }
  }
  return found;
}

function readImports(path: string): string[] {
  if (!/\.tsx?$/.test(path)) return [];
  return importsAtRunTime(path).flatMap((specifier) => {
    const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier);
    return /^[#.]/.test(specifier) && existsSync(join(root, target)) ? [target] : [];
  });
}

/** Returns the modules that a file imports or re-exports, except for type imports. */
function importsAtRunTime(path: string): string[] {
  const source = readProject(path);
  const { module } = parseSync(path, source);
  const loads = (entries: readonly { isType: boolean }[]): boolean =>
    entries.length === 0 || entries.some(({ isType }) => !isType);
  const names = module.staticImports
    .filter(({ entries }) => loads(entries))
    .map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null && !isType) names.push(moduleRequest.value);
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    names.push(source.slice(moduleRequest.start + 1, moduleRequest.end - 1));
  }
  return names;
}
