import { describe, expect, it } from 'vitest';
import { type ModuleGraph, toolChunks } from '#renderer/toolChunks.ts';

/** A small module graph: the static imports and the dynamic imports of each file. */
const page: Record<string, [imports: string[], lazily?: string[]]> = {
  'app/main.tsx': [
    ['lib/react'],
    [
      'features/site/home/HomePage.tsx',
      'features/account/LoginPage.tsx',
      'app/ToolRoot.tsx',
      'app/frame/ToolFrame.tsx',
      'features/show/ShowPage.tsx',
      'features/report/ReportPage.tsx',
    ],
  ],
  'lib/react': [[]],
  'features/site/home/HomePage.tsx': [['lib/react', 'kit/ui/Figure.tsx']],
  'kit/ui/Figure.tsx': [[]],
  'features/account/LoginPage.tsx': [['kit/ui/Button.tsx']],
  'kit/ui/Button.tsx': [['lib/react']],
  'app/ToolRoot.tsx': [['lib/react', 'data/show/fold.ts']],
  'data/show/fold.ts': [[]],
  'app/frame/ToolFrame.tsx': [['kit/ui/Button.tsx', 'kit/ui/Figure.tsx']],
  'features/show/ShowPage.tsx': [['data/show/fold.ts', 'kit/ui/Stage.tsx', 'kit/ui/List.tsx']],
  'kit/ui/Stage.tsx': [[]],
  'kit/ui/List.tsx': [[]],
  'features/report/ReportPage.tsx': [['data/show/fold.ts', 'kit/ui/Chart.tsx']],
  'kit/ui/Chart.tsx': [[]],
};

const at = (name: string) => `/page/${name}`;
const graphOf = (modules: typeof page): ModuleGraph => ({
  getModuleInfo: (id) => {
    const found = modules[id.slice('/page/'.length)];
    if (found === undefined) return null;
    const [imports, lazily = []] = found;
    return { importedIds: imports.map(at), dynamicallyImportedIds: lazily.map(at) };
  },
});
const nameIn = (modules: typeof page) => {
  const name = toolChunks('/page');
  return Object.fromEntries(Object.keys(modules).map((id) => [id, name(at(id), graphOf(modules))]));
};

describe('chunks of the tool', () => {
  it('are one chunk for the first screen only, and one shared with the account pages', () => {
    const names = nameIn(page);
    expect(Object.keys(names).filter((id) => names[id] === 'tool')).toEqual([
      'app/ToolRoot.tsx',
      'data/show/fold.ts',
      'app/frame/ToolFrame.tsx',
      'features/show/ShowPage.tsx',
      'kit/ui/Stage.tsx',
      'kit/ui/List.tsx',
    ]);
    expect(Object.keys(names).filter((id) => names[id] === 'parts')).toEqual(['kit/ui/Button.tsx']);
  });

  it("contain nothing of the site's pages, and no screen that is opened by a click", () => {
    const names = nameIn(page);
    for (const id of [
      'app/main.tsx',
      'lib/react',
      'kit/ui/Figure.tsx',
      'features/report/ReportPage.tsx',
      'kit/ui/Chart.tsx',
    ]) {
      expect(names[id], id).toBeNull();
    }
  });

  it('fail the build if a first screen has moved', () => {
    const [imports, lazily = []] = page['app/main.tsx'] ?? [[]];
    const left = lazily.filter((id) => id !== 'app/frame/ToolFrame.tsx');
    expect(() => nameIn({ ...page, 'app/main.tsx': [imports, left] })).toThrow(
      '/page/app/frame/ToolFrame.tsx',
    );
  });
});
