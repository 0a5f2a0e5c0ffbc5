/**
 * For the build: what the tool's first screen is made of comes as two files instead of some fifty. A browser fetches
 * six at a time and pays for each, and a host who reloads in the middle of a show waits for the last of them.
 *
 * One file has what only the tool uses, the other what accounts and the admin area use as well. Whatever each page
 * loads, and what the site's first pages need, stays where it is: a visitor on a phone does not pay for the tool.
 */

/** The screens that are there when the tool stands. */
const FIRST_SCREENS = ['app/ToolRoot.tsx', 'app/frame/ToolFrame.tsx', 'features/show/ShowPage.tsx'];

export interface ModuleGraph {
  getModuleInfo(id: string): ModuleLinks | null;
}

interface ModuleLinks {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/**
 * Names the file for a module of the page whose sources are in `folder` (with slashes, as the bundler has it); null
 * where the bundler decides as usual. Throws when one of the first screens is not part of the page any more.
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
  if (missing.length > 0) throw new Error(`not a screen of the page any more: ${missing.join(', ')}`);
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

/** What is loaded when one of these is: itself and all that it imports. */
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

/** Everything that some part of the page loads when it is wanted. */
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
