import { describe, expect, it } from 'vitest';
import { type ModuleGraph, toolChunks } from '#renderer/toolChunks.ts';

/** A page in small: who imports what at once, and what only when it is wanted (behind the arrow). */
const page: Record<string, [imports: string[], lazily?: string[]]> = {
  'main.tsx': [
    ['lib/react'],
    [
      'site/home/HomePage.tsx',
      'account/entry/LoginPage.tsx',
      'app/ToolRoot.tsx',
      'tool/ToolFrame.tsx',
      'tool/home/Homepage.tsx',
      'tool/report/ReportPage.tsx',
    ],
  ],
  'lib/react': [[]],
  'site/home/HomePage.tsx': [['lib/react', 'ui/Figure.tsx']],
  'ui/Figure.tsx': [[]],
  'account/entry/LoginPage.tsx': [['ui/Button.tsx']],
  'ui/Button.tsx': [['lib/react']],
  'app/ToolRoot.tsx': [['lib/react', 'show/fold.ts']],
  'show/fold.ts': [[]],
  'tool/ToolFrame.tsx': [['ui/Button.tsx', 'ui/Figure.tsx']],
  'tool/home/Homepage.tsx': [['show/fold.ts', 'ui/Stage.tsx', 'ui/List.tsx']],
  'ui/Stage.tsx': [[]],
  'ui/List.tsx': [[]],
  'tool/report/ReportPage.tsx': [['show/fold.ts', 'ui/Chart.tsx']],
  'ui/Chart.tsx': [[]],
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

describe('the files of which the tool is loaded', () => {
  it('are one with all that only the tool’s first screen needs, and one that accounts use too', () => {
    const names = nameIn(page);
    expect(Object.keys(names).filter((id) => names[id] === 'tool')).toEqual([
      'app/ToolRoot.tsx',
      'show/fold.ts',
      'tool/ToolFrame.tsx',
      'tool/home/Homepage.tsx',
      'ui/Stage.tsx',
      'ui/List.tsx',
    ]);
    expect(Object.keys(names).filter((id) => names[id] === 'parts')).toEqual(['ui/Button.tsx']);
  });

  it('have nothing that every page or the site’s front loads, and no screen that waits for a click', () => {
    const names = nameIn(page);
    for (const id of [
      'main.tsx',
      'lib/react',
      'ui/Figure.tsx',
      'tool/report/ReportPage.tsx',
      'ui/Chart.tsx',
    ]) {
      expect(names[id], id).toBeNull();
    }
  });

  it('are not built when a first screen has moved, which would make fifty of them again unseen', () => {
    const [imports, lazily = []] = page['main.tsx'] ?? [[]];
    const left = lazily.filter((id) => id !== 'tool/ToolFrame.tsx');
    expect(() => nameIn({ ...page, 'main.tsx': [imports, left] })).toThrow('/page/tool/ToolFrame.tsx');
  });
});
