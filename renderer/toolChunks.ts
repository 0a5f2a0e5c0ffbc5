/**
 * Bundles the modules of the tool's first screen into two files instead of about fifty. A browser fetches six files at
 * a time, and a host who reloads during a show waits for the last one.
 *
 * The file `tool` has the modules that only the tool uses, `parts` those that the account and admin screens use too.
 * The modules of the entry and of the public pages stay in their own files, so that a visitor does not load the tool.
 */

/** The screens that the tool shows first. */
const FIRST_SCREENS = ['app/ToolRoot.tsx', 'app/frame/ToolFrame.tsx', 'features/show/ShowPage.tsx'];

export interface ModuleGraph {
  getModuleInfo(id: string): ModuleLinks | null;
}

interface ModuleLinks {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/**
 * Returns a function that names the output file of a module, or null if the bundler decides. `folder` is the path of
 * the page's sources, with slashes. The function throws if a first screen is not part of the page.
 */
export function toolChunks(folder: string): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    names ??= nameChunks(folder, graph);
    return names.get(id) ?? null;
  };
}

function nameChunks(folder: string, graph: ModuleGraph): ReadonlyMap<string, string> {
  const entry = `${folder}/app/main.tsx`;
  const screens = lazyScreens(entry, graph);
  const first = FIRST_SCREENS.map((path) => `${folder}/${path}`);
  const missing = first.filter((id) => !screens.has(id));
  if (missing.length > 0) throw new Error(`these screens are not part of the page: ${missing.join(', ')}`);
  const within = (...folders: string[]) =>
    [...screens].filter((id) => folders.some((name) => id.startsWith(`${folder}/${name}`)));
  const elsewhere = loadedWith([entry, ...within('features/site/', 'kit/i18n/', 'kit/theme/')], graph);
  const alsoOthers = loadedWith(within('app/shell/', 'features/account/', 'features/admin/'), graph);
  const names = new Map<string, string>();
  for (const id of loadedWith(first, graph)) {
    if (!elsewhere.has(id)) names.set(id, alsoOthers.has(id) ? 'parts' : 'tool');
  }
  return names;
}

/** Returns the modules and everything that they import statically. */
function loadedWith(ids: readonly string[], graph: ModuleGraph): Set<string> {
  const loaded = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (loaded.has(id)) continue;
    loaded.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return loaded;
}

/** Returns every module that the page imports dynamically. */
function lazyScreens(entry: string, graph: ModuleGraph): Set<string> {
  const screens = new Set<string>();
  const waiting = [entry];
  for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
    for (const id of loadedWith([start], graph)) {
      for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (screens.has(lazy)) continue;
        screens.add(lazy);
        waiting.push(lazy);
      }
    }
  }
  return screens;
}
