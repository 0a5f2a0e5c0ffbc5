import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf } from '../check/importRule.ts';
import { root } from './paths.ts';

/** Who imports whom among the project's own files, by their paths from the root. */
export class ImportGraph {
  readonly #imports = new Map<string, string[]>();

  /** Takes in a file and everything that it imports. */
  add(path: string): void {
    if (this.#imports.has(path)) return;
    const found = ownImports(path);
    this.#imports.set(path, found);
    for (const each of found) this.add(each);
  }

  /** Every file that was taken in. */
  get files(): Set<string> {
    return new Set(this.#imports.keys());
  }

  /** Every file that imports this one, directly or not, and the file itself. */
  dependents(path: string): Set<string> {
    const found = new Set([path]);
    for (let size = 0; size < found.size; ) {
      size = found.size;
      for (const [from, imports] of this.#imports) {
        if (imports.some((each) => found.has(each))) found.add(from);
      }
    }
    return found;
  }
}

function ownImports(path: string): string[] {
  if (!path.endsWith('.ts')) return [];
  return importsOf(path, readFileSync(join(root, path), 'utf8')).flatMap((specifier) => {
    const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier);
    return /^[#.]/.test(specifier) && existsSync(join(root, target)) ? [target] : [];
  });
}
