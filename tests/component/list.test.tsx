import { screen, within } from '@testing-library/react';
import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#renderer/data/api/apiError.ts';
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import type { List } from '#renderer/kit/list/useList.ts';
import { mount } from './mount.tsx';
import { setNarrow } from './setup.ts';

interface Row {
  id: number;
  name: string;
  shows: number;
}

const rows: Row[] = [
  { id: 1, name: 'Mika', shows: 12 },
  { id: 2, name: 'Ren', shows: 7 },
];

const columns: ListColumn<Row>[] = [
  { field: 'name', title: 'Name', sortable: true, cell: (row) => row.name },
  { field: 'shows', title: 'Shows', number: true, cell: (row) => row.shows },
];

function listOf(change: Partial<List<Row>>): List<Row> {
  return {
    rows,
    total: rows.length,
    error: null,
    loading: false,
    reload: vi.fn(),
    page: 1,
    size: 20,
    sort: null,
    order: 'asc',
    search: '',
    filter: () => '',
    setPage: vi.fn(),
    setSize: vi.fn(),
    sortBy: vi.fn(),
    set: vi.fn(),
    selected: new Set(),
    select: vi.fn(),
    ...change,
  };
}

const screenOf = (list: List<Row>, batch = false) => (
  <ListScreen
    title="Hosts"
    list={list}
    columns={columns}
    nameOf={(row) => row.name}
    {...(batch ? { batch: <button type="button">Delete</button> } : {})}
  />
);

describe('list screen', () => {
  it('shows its rows under their columns', async () => {
    await mount(screenOf(listOf({})));
    const table = screen.getByRole('table', { name: 'Hosts' });
    const cells = within(table).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['Mika', '12', 'Ren', '7']);
  });

  it('has neither a table nor a pager while the first page loads', async () => {
    await mount(screenOf(listOf({ rows: undefined, loading: true })));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its rows and is busy while they reload', async () => {
    await mount(screenOf(listOf({ loading: true })));
    const table = screen.getByRole('table', { name: 'Hosts' });
    expect(table.closest('[aria-busy="true"]')).not.toBeNull();
    expect(within(table).getByText('Mika')).toBeDefined();
  });

  it('shows the error and retries by a button', async () => {
    const list = listOf({ rows: undefined, error: new ApiError(503, 'The server is starting', null) });
    const { user } = await mount(screenOf(list));
    expect(screen.getByRole('alert').textContent).toContain('The server is starting');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(list.reload).toHaveBeenCalledOnce();
  });

  it('keeps its rows if a reload fails', async () => {
    await mount(screenOf(listOf({ error: new ApiError(503, 'The server is starting', null) })));
    expect(screen.getByText('Mika')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it is empty', async () => {
    await mount(screenOf(listOf({ rows: [], total: 0 })));
    expect(screen.getAllByText('Nothing here, or nothing that matches.')).toHaveLength(1);
    expect(screen.getByText('1 / 1')).toBeDefined();
  });

  it('sorts by a sortable column and has its order as aria-sort', async () => {
    const list = listOf({ sort: 'name', order: 'desc' });
    const { user } = await mount(screenOf(list));
    const head = screen.getByRole('columnheader', { name: 'Name' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    await user.click(within(head).getByRole('button'));
    expect(list.sortBy).toHaveBeenCalledExactlyOnceWith('name');
    const other = screen.getByRole('columnheader', { name: 'Shows' });
    expect(within(other).queryByRole('button')).toBeNull();
  });

  it('sorts by keyboard, with one tab stop per column', async () => {
    const list = listOf({});
    const { user } = await mount(screenOf(list));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Name' }));
    await user.keyboard('{Enter}');
    await user.keyboard(' ');
    expect(vi.mocked(list.sortBy).mock.calls).toEqual([['name'], ['name']]);
  });

  it('shows a changed selection of unchanged rows', async () => {
    function Selecting() {
      const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
      return screenOf(listOf({ selected, select: (ids) => setSelected(new Set(ids)) }), true);
    }
    const { user } = await mount(<Selecting />);
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    for (const name of ['Select Mika', 'Select Ren'])
      expect(screen.getByRole('checkbox', { name }).matches(':checked')).toBe(true);
  });

  it('selects one row or all, and counts what is selected', async () => {
    const list = listOf({ selected: new Set([2]) });
    const { user } = await mount(screenOf(list, true));
    expect(screen.getByText('1 selected')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Select Mika' }));
    expect(list.select).toHaveBeenLastCalledWith([1], true);
    await user.click(screen.getByRole('checkbox', { name: 'Select Ren' }));
    expect(list.select).toHaveBeenLastCalledWith([2], false);
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(list.select).toHaveBeenLastCalledWith([1, 2], true);
  });

  it('has no checkboxes without actions for several rows', async () => {
    await mount(screenOf(listOf({})));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows cards with the same values on a phone, and a table on a wide screen', async () => {
    setNarrow(true);
    await mount(screenOf(listOf({}), true));
    const cards = within(screen.getByRole('list', { name: 'Hosts' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('term').textContent)).toEqual(['Shows', 'Shows']);
    expect(cards.map((card) => within(card).getByRole('definition').textContent)).toEqual(['12', '7']);
    expect(screen.queryByRole('table')).toBeNull();
    act(() => setNarrow(false));
    expect(screen.getByRole('table', { name: 'Hosts' })).toBeDefined();
  });
});

describe('pager', () => {
  const pager = (page: number, total: number) => {
    const onPage = vi.fn();
    return { onPage, element: <Pager page={page} size={20} total={total} onPage={onPage} /> };
  };
  const names = ['First page', 'Previous page', 'Next page', 'Last page'];
  const disabled = () => names.filter((name) => screen.getByRole('button', { name }).matches(':disabled'));

  it('goes to the first, previous, next and last page', async () => {
    const { onPage, element } = pager(3, 95);
    const { user } = await mount(element);
    expect(screen.getByText('3 / 5').getAttribute('aria-current')).toBe('page');
    for (const name of names) await user.click(screen.getByRole('button', { name }));
    expect(onPage.mock.calls).toEqual([[1], [2], [4], [5]]);
  });

  it('goes back to the last page from a page beyond it', async () => {
    const { onPage, element } = pager(9, 40);
    const { user } = await mount(element);
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(onPage.mock.calls).toEqual([[2]]);
  });

  it('has no enabled button on the only page', async () => {
    await mount(pager(1, 0).element);
    expect(disabled()).toEqual(names);
  });

  it('does not go beyond its first or its last page', async () => {
    const { unmount } = await mount(pager(1, 40).element);
    expect(disabled()).toEqual(names.slice(0, 2));
    unmount();
    await mount(pager(2, 40).element);
    expect(disabled()).toEqual(names.slice(2));
  });

  it('writes large numbers with separators', async () => {
    await mount(pager(1_234, 1_234_567).element);
    expect(screen.getByText('1,234,567 in all')).toBeDefined();
    expect(screen.getByText('1,234 / 61,729')).toBeDefined();
  });
});
