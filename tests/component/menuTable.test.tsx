import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MenuTable } from '#renderer/features/admin/MenuScreen.tsx';
import type { MenuNode } from '#shared/contract/api/menu.ts';
import { mount } from './mount.tsx';

const node = (id: number, name: string, children: MenuNode[] = []): MenuNode => ({
  id,
  parentId: null,
  kind: 'route',
  name,
  title: name,
  icon: '',
  path: `/${name}`,
  sort: id,
  status: 'enabled',
  hidden: false,
  children,
});

const tree = [node(1, 'system', [node(2, 'logs'), node(3, 'notices')]), node(4, 'help')];

function Menus() {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  return (
    <MenuTable
      tree={tree}
      folded={folded}
      selected={new Set()}
      onFold={({ id }) => setFolded(folded.has(id) ? new Set() : new Set([id]))}
      onSelect={() => undefined}
      onOpen={() => undefined}
    />
  );
}

const paths = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryByText(/^\//)?.textContent ?? []);

describe('menu table', () => {
  it('is a named tree table whose rows have a level', async () => {
    await mount(<Menus />);
    const rows = within(screen.getByRole('treegrid', { name: 'Menu management' })).getAllByRole('row');
    expect(screen.queryByRole('table')).toBeNull();
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual([null, '1', '2', '2', '1']);
  });

  it('folds and unfolds a menu with the button before its title', async () => {
    const { user } = await mount(<Menus />);
    const fold = screen.getByRole('button', { name: /system/, expanded: true });
    await user.click(fold);
    expect(paths()).toEqual(['/system', '/help']);
    await user.click(screen.getByRole('button', { name: /system/, expanded: false }));
    expect(paths()).toEqual(['/system', '/logs', '/notices', '/help']);
  });

  it('moves between rows, folds and unfolds with the arrow keys', async () => {
    const { user } = await mount(<Menus />);
    const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    rowOf('system').focus();
    await user.keyboard('{ArrowLeft}');
    expect(paths()).toEqual(['/system', '/help']);
    await user.keyboard('{ArrowRight}');
    expect(paths()).toEqual(['/system', '/logs', '/notices', '/help']);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rowOf('logs'));
    await user.keyboard('{ArrowRight}');
    expect(paths()).toHaveLength(4);
  });
});
