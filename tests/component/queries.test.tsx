import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#renderer/data/api/apiError.ts';
import type { ApiClient, DataOf, InputOf } from '#renderer/data/api/client.ts';
import RoleScreen from '#renderer/features/admin/RoleScreen.tsx';
import UserScreen from '#renderer/features/admin/UserScreen.tsx';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { mount } from './mount.tsx';

type Responses = Readonly<Record<string, (input: unknown) => unknown>>;

/** A fake client of `/api` with responses by path; records the paths of its calls. */
function apiOf(responses: Responses): { api: ApiClient; called: string[] } {
  const called: string[] = [];
  const api: ApiClient = {
    call: async <C extends ApiCall>({ path }: C, input: InputOf<C>) => {
      called.push(path);
      const respond = responses[path];
      if (respond === undefined) throw new ApiError(404, `no response to ${path}`, null);
      return respond(input) as DataOf<C>;
    },
    download: () => Promise.reject(new ApiError(404, 'no file', null)),
  };
  return { api, called };
}

const role = (id: number, title: string) => ({
  id,
  title,
  name: `role${id}`,
  remark: '',
  status: 'enabled',
  builtIn: false,
  users: 0,
  createdAt: 0,
});
const pageOf = (rows: readonly unknown[]) => ({ rows, total: rows.length, page: 1, size: 20 });
const permissions = ['role:list', 'role:delete', 'role:status', 'role:update', 'user:list'];
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

describe('list screen with queries', () => {
  it('loads its rows again after one of them is deleted, and deselects the deleted row', async () => {
    let rows = [role(1, 'Hosts'), role(2, 'Helpers')];
    const { api } = apiOf({
      '/role/list/{page}/{size}': () => pageOf(rows),
      '/role/delete/{id}': () => {
        rows = rows.slice(1);
        return null;
      },
    });
    const { user, page } = await mount(<RoleScreen />, { api, permissions });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Hosts' }));
    expect(screen.getByText('1 selected')).toBeDefined();
    const [hosts] = screen.getAllByRole('button', { name: 'Delete' });
    await user.click(hosts as HTMLElement);
    await act(async () => page.asks.getState().answer(true));
    await waitFor(() => expect(titles()).toEqual(['Helpers']));
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('shows why the first page did not load, and retries by a button', async () => {
    let isDown = true;
    const { api } = apiOf({
      '/role/list/{page}/{size}': () => {
        if (isDown) throw new ApiError(503, 'The server is starting', null);
        return pageOf([role(1, 'Hosts')]);
      },
    });
    const { user } = await mount(<RoleScreen />, { api, permissions });
    expect((await screen.findByRole('alert')).textContent).toContain('The server is starting');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['Hosts']));
  });

  it('reloads all lists that contain the changed records', async () => {
    const { api, called } = apiOf({
      '/role/list/{page}/{size}': () => pageOf([role(1, 'Hosts')]),
      '/role/all': () => [],
      '/user/list/{page}/{size}': () => pageOf([]),
      '/role/update/status/{id}': () => ({ status: 'disabled' }),
    });
    const both = (
      <>
        <RoleScreen />
        <UserScreen />
      </>
    );
    const { user } = await mount(both, { api, permissions });
    await screen.findByRole('checkbox', { name: 'Select Hosts' });
    called.length = 0;
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(called).toContain('/user/list/{page}/{size}'));
    expect(called).toContain('/role/list/{page}/{size}');
    expect(called).toContain('/role/all');
  });
});
