import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { folderRules } from './rules.ts';

const builtins = new Set(builtinModules);

/** Every module that a source file names, in static and dynamic imports and in re-exports. */
export function importsOf(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const names = module.staticImports.map((entry) => entry.moduleRequest.value);
  for (const entry of module.staticExports) {
    for (const part of entry.entries) if (part.moduleRequest) names.push(part.moduleRequest.value);
  }
  for (const entry of module.dynamicImports) {
    const text = source.slice(entry.moduleRequest.start, entry.moduleRequest.end);
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(text);
    names.push(literal?.[2] ?? `a computed name: ${text}`);
  }
  return names;
}

/** Says why a file of `root` may not import `name`, or null when it may. */
export function importFault(root: string, path: string, name: string): string | null {
  const folder = relative(root, path).split(sep)[0] ?? '';
  const rule = folderRules[folder];
  if (rule === undefined) return null;
  if (name.startsWith('a computed name')) return `imports ${name}`;
  if (name.startsWith('.') || name.startsWith('#')) {
    const target = name.startsWith('.')
      ? (relative(root, resolve(dirname(path), name)).split(sep)[0] ?? '')
      : (name.slice(1).split('/')[0] ?? '');
    if (name.startsWith('.') && target !== folder) return `leaves its folder by a relative path (${name})`;
    return rule.folders.includes(target) ? null : `${folder} may not import ${target} (${name})`;
  }
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  if (name.startsWith('node:') || builtins.has(packageName)) {
    return rule.node ? null : `${folder} may not import Node's own modules (${name})`;
  }
  const allowed = rule.packages.some((entry) =>
    entry.endsWith('/*') ? packageName.startsWith(entry.slice(0, -1)) : entry === packageName,
  );
  return allowed ? null : `${folder} may not import the package ${packageName}`;
}

/** All breaches in the given files, as sentences. */
export function importFaults(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    importsOf(path, readFileSync(path, 'utf8')).flatMap((name) => {
      const fault = importFault(root, path, name);
      return fault === null ? [] : [`${relative(root, path)}: ${fault}`];
    }),
  );
}
