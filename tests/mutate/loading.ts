import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { transformWithOxc } from 'vite';
import { pathOfUrl, readProject, urlOf } from './paths.ts';

/** The files that are loaded again for one mutant. */
interface Stage {
  version: number;
  /** The mutated file and every file that imports it. */
  fresh: ReadonlySet<string>;
  path: string;
  source: string;
}

const shim = urlOf('tests/mutate/shim.ts');
const scripts = new Map<string, string>();
let stage: Stage | null = null;

/** Makes further imports load the files of this stage again, and the mutated file with its new text. */
export function setStage(next: Stage): void {
  stage = next;
}

/** Replaces `vitest` by the shim. Loads mutated files, and what else Vite would load: JSX, JSON and style sheets. */
export function hookLoading(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const fromShim = context.parentURL?.startsWith(shim) === true;
      if (specifier === 'vitest' && !fromShim) return { url: shim, shortCircuit: true };
      const found = next(fileOfComponent(specifier) ?? specifier, context);
      const path = pathOfUrl(found.url);
      if (stage === null || path === null || !stage.fresh.has(path)) return found;
      return { ...found, url: `${urlOf(path)}?mutant=${stage.version}` };
    },
    load(url, context, next) {
      const path = pathOfUrl(url);
      if (path === null) return next(url, context);
      const fresh = stage?.fresh.has(path) === true;
      if (!fresh && !/\.(tsx|json|css)$/.test(path)) return next(url, context);
      const source = path === stage?.path ? stripTypeScriptTypes(stage.source) : script(path);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** Transforms the `.tsx` files among these, because the loader can only do so asynchronously. */
export async function prepareFiles(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    if (!path.endsWith('.tsx') || scripts.has(path)) continue;
    const { code } = await transformWithOxc(readProject(path), path, { jsx: { runtime: 'automatic' } });
    scripts.set(path, code);
  }
}

/** PrimeReact's components are folders without an `exports` map, which only bundlers resolve. */
function fileOfComponent(specifier: string): string | null {
  const [, name] = /^primereact\/([a-z]+)$/.exec(specifier) ?? [];
  return name === undefined ? null : `${specifier}/${name}.cjs.js`;
}

/** Returns a file as JavaScript; a style sheet as an object without class names. Type stripping keeps positions. */
function script(path: string): string {
  const known = scripts.get(path);
  if (known !== undefined) return known;
  const text = path.endsWith('.css') ? '{}' : readProject(path);
  const source = /\.(css|json)$/.test(path) ? `export default ${text}` : stripTypeScriptTypes(text);
  scripts.set(path, source);
  return source;
}
