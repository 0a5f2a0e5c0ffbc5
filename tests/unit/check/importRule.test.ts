import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFault, importsOf } from '#tests/check/importRule.ts';

const root = '/project';
const fault = (file: string, name: string) => importFault(root, join(root, file), name);

describe('import rule', () => {
  it('allows only zod in the core', () => {
    expect(fault('shared/game/fold.ts', '../live/messages.ts')).toBeNull();
    expect(fault('shared/game/fold.ts', 'zod')).toBeNull();
    expect(fault('shared/game/fold.ts', 'node:fs')).toContain("Node's own modules");
    expect(fault('shared/game/fold.ts', 'fs')).toContain("Node's own modules");
    expect(fault('shared/game/fold.ts', 'react')).toContain('react');
    expect(fault('shared/game/fold.ts', '#backstage/openBackstage.ts')).toContain('backstage');
  });

  it('separates the web app from the desktop app', () => {
    expect(fault('electron/main.ts', '#backstage/openBackstage.ts')).toBeNull();
    expect(fault('electron/main.ts', '#server/app.ts')).toContain('server');
    expect(fault('server/start.ts', '#electron/main.ts')).toContain('electron');
    expect(fault('renderer/app/main.tsx', '#backstage/openBackstage.ts')).toContain('backstage');
    expect(fault('overlay/main.ts', 'primereact/button')).toContain('primereact');
    expect(fault('overlay/main.ts', 'react')).toContain('react');
    expect(fault('overlay/main.ts', '#backstage/overlay/overlayEndpoint.ts')).toContain('backstage');
  });

  it('forbids imports of tests, and relative paths into another folder', () => {
    expect(fault('backstage/clock.ts', '#tests/support/game.ts')).toContain('tests');
    expect(fault('backstage/clock.ts', '../shared/game/fold.ts')).toContain('relative');
  });

  it('allows the layers of the renderer to import downwards only', () => {
    expect(fault('renderer/app/Root.tsx', '../features/show/ShowPage.tsx')).toBeNull();
    expect(fault('renderer/features/show/ShowPage.tsx', '#renderer/kit/ui/Button.tsx')).toBeNull();
    expect(fault('renderer/kit/ui/Button.tsx', '#renderer/data/hooks.ts')).toBeNull();
    expect(fault('renderer/data/hooks.ts', '#renderer/kit/ui/Button.tsx')).toContain('renderer/kit');
    expect(fault('renderer/kit/ui/Button.tsx', '../../features/show/index.ts')).toContain(
      'renderer/features',
    );
    expect(fault('renderer/features/show/ShowPage.tsx', '#renderer/app/Root.tsx')).toContain('renderer/app');
  });

  it('allows imports of another feature through its index only', () => {
    expect(fault('renderer/features/show/ShowPage.tsx', '#renderer/features/presets/index.ts')).toBeNull();
    expect(fault('renderer/features/show/ShowPage.tsx', './stage/Stage.tsx')).toBeNull();
    expect(
      fault('renderer/features/show/ShowPage.tsx', '#renderer/features/presets/GiftPicker.tsx'),
    ).toContain('index');
  });

  it('finds imports in every form', () => {
    const source = `
      import { a } from 'one';
      import type { B } from 'two';
      export { c } from 'three';
      export * from 'four';
      const d = await import('five');
      import 'six';
    `;
    expect(importsOf('x.ts', source).sort()).toEqual(['five', 'four', 'one', 'six', 'three', 'two']);
  });

  it('forbids computed module names', () => {
    const [name = ''] = importsOf('x.ts', 'const f = (n: string) => import("#" + n);');
    expect(fault('shared/game/fold.ts', name)).toContain('computed');
    expect(fault('server/main.ts', name)).toContain('computed');
    // `server/start.ts` imports the bundle under a computed name.
    expect(fault('server/start.ts', name)).toBeNull();
  });
});
