import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { folderRules, rendererLayers } from './rules.ts';

const builtins = new Set(builtinModules);

/** The modules that a source file names in static imports, dynamic imports and re-exports. */
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

/** Returns why a file of `root` may not import `name`, or null. */
export function importFault(root: string, path: string, name: string): string | null {
  const folder = relative(root, path).split(sep)[0] ?? '';
  const rule = folderRules[folder];
  if (rule === undefined) return null;
  if (name.startsWith('a computed name')) {
    const isLoader = rule.buildLoaders?.includes(relative(root, path).split(sep).join('/'));
    return isLoader ? null : `imports ${name}`;
  }
  if (name.startsWith('.') || name.startsWith('#')) {
    const target = name.startsWith('.')
      ? (relative(root, resolve(dirname(path), name)).split(sep)[0] ?? '')
      : (name.slice(1).split('/')[0] ?? '');
    if (name.startsWith('.') && target !== folder) return `leaves its folder by a relative path (${name})`;
    if (!rule.folders.includes(target)) return `${folder} may not import ${target} (${name})`;
    return target === 'renderer' ? layerFault(root, path, name) : null;
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

/** Returns why a file of the renderer may not import another one by `rendererLayers`, or null. */
function layerFault(root: string, path: string, name: string): string | null {
  const renderer = join(root, 'renderer');
  const target = name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(path), name);
  const [from = '', fromFeature = ''] = relative(renderer, path).split(sep);
  const [to = '', toFeature = '', ...rest] = relative(renderer, target).split(sep);
  const above = rendererLayers.indexOf(from);
  if (above === -1) return null;
  if (rendererLayers.indexOf(to) < above) return `renderer/${from} may not import renderer/${to} (${name})`;
  const otherFeature = from === 'features' && to === 'features' && fromFeature !== toFeature;
  if (otherFeature && rest.join('/') !== 'index.ts') {
    return `a feature may import another one through its index.ts only (${name})`;
  }
  return null;
}

/** All violations in the given files, as sentences. */
export function importFaults(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    importsOf(path, readFileSync(path, 'utf8')).flatMap((name) => {
      const fault = importFault(root, path, name);
      return fault === null ? [] : [`${relative(root, path)}: ${fault}`];
    }),
  );
}
