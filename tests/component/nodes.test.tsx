import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#renderer/data/api/apiError.ts';
import type { DataOf, InputOf } from '#renderer/data/api/client.ts';
import { Nodes } from '#renderer/features/admin/Nodes.tsx';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { NodeRow } from '#shared/contract/api/status.ts';
import { mount } from './mount.tsx';

const nodes: NodeRow[] = [
  { name: 'ringside-1', build: '0.1.0+a', state: 'ready', shows: 12, hosts: 20, isThis: true },
  { name: 'ringside-2', build: '0.1.0+a', state: 'draining', shows: 1, hosts: 1, isThis: false },
  { name: 'ringside-3', build: '0.1.0+a', state: 'gone', shows: 0, hosts: 0, isThis: false },
];

const rowOf = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);

describe('servers of a cluster', () => {
  it('say their state, their shows and which one answers', async () => {
    await mount(<Nodes nodes={nodes} />);
    const first = rowOf('ringside-1');
    for (const text of ['This server', 'Ready', '12 shows · 20 hosts connected']) first.getByText(text);
    rowOf('ringside-2').getByText('1 show · 1 host connected');
    rowOf('ringside-3').getByText('Not reachable');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are drained, and accept shows again, by an operator who may do so', async () => {
    const called: unknown[] = [];
    const { user } = await mount(<Nodes nodes={nodes} />, {
      permissions: ['status:list', 'status:drain'],
      api: {
        call: async <C extends ApiCall>(_call: C, input: InputOf<C>) => {
          called.push(input);
          return null as DataOf<C>;
        },
        download: () => Promise.reject(new ApiError(404, 'no file', null)),
      },
    });
    await user.click(rowOf('ringside-1').getByRole('button', { name: 'Drain' }));
    await user.click(rowOf('ringside-2').getByRole('button', { name: 'Accept shows again' }));
    expect(rowOf('ringside-3').queryByRole('button')).toBeNull();
    expect(called).toEqual([
      { params: { name: 'ringside-1', action: 'drain' } },
      { params: { name: 'ringside-2', action: 'accept' } },
    ]);
  });
});
