import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { pathOfUrl, readProject, urlOf } from './paths.ts';

/** What is loaded anew for one mutant. */
interface Stage {
  version: number;
  /** The broken file and everything that imports it. */
  fresh: ReadonlySet<string>;
  path: string;
  source: string;
}

const shim = urlOf('tests/mutate/shim.ts');
const stripped = new Map<string, string>();
let stage: Stage | null = null;

/** From now on the files of the stage are loaded anew, the broken one with its new text. */
export function setStage(next: Stage): void {
  stage = next;
}

/** Puts the tests' runner aside, and lets broken files in. */
export function hookLoading(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const fromShim = context.parentURL?.startsWith(shim) === true;
      if (specifier === 'vitest' && !fromShim) return { url: shim, shortCircuit: true };
      const found = next(specifier, context);
      const path = pathOfUrl(found.url);
      if (stage === null || path === null || !stage.fresh.has(path)) return found;
      return { ...found, url: `${urlOf(path)}?mutant=${stage.version}` };
    },
    load(url, context, next) {
      const path = pathOfUrl(url);
      if (stage === null || path === null || !stage.fresh.has(path)) return next(url, context);
      const source = path === stage.path ? stripTypeScriptTypes(stage.source) : plain(path);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

function plain(path: string): string {
  const known = stripped.get(path);
  if (known !== undefined) return known;
  const source = stripTypeScriptTypes(readProject(path));
  stripped.set(path, source);
  return source;
}
