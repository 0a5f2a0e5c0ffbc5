import { describe, expect, it } from 'vitest';
import { deviceName, isDownloadUrl, systemOf } from '#renderer/data/platform/host.ts';
import { flatten, parents } from '#renderer/features/admin/menuParts.tsx';
import { stateOf, switchNode } from '#renderer/features/admin/RoleScreen.tsx';
import type { MenuNode } from '#shared/contract/api/menu.ts';

const node = (id: number, kind: 'route' | 'permission', children: MenuNode[] = []): MenuNode => ({
  id,
  kind,
  parentId: null,
  name: `n${id}`,
  title: `t${id}`,
  path: '',
  icon: '',
  hidden: false,
  sort: 0,
  status: 'enabled',
  children,
});
const users = node(2, 'route', [node(3, 'permission'), node(4, 'permission')]);
const tree = [node(1, 'route', [users, node(5, 'route')]), node(6, 'route')];

describe('permissions of a role', () => {
  it('include the screens above them, and not their siblings', () => {
    const chosen = switchNode(tree, new Set(), node(3, 'permission'), true);
    expect([...chosen].sort()).toEqual([1, 2, 3]);
  });

  it('are removed with their screen', () => {
    const all = switchNode(tree, new Set(), users, true);
    expect([...all].sort()).toEqual([1, 2, 3, 4]);
    expect([...switchNode(tree, all, users, false)]).toEqual([1]);
  });

  it('tell whether a screen is granted fully, partly or not at all', () => {
    expect(stateOf(users, new Set([2, 3, 4]))).toBe('all');
    expect(stateOf(users, new Set([2, 3]))).toBe('some');
    expect(stateOf(users, new Set([1, 5]))).toBe('none');
  });
});

describe('menu tree', () => {
  it('lists menus below each other with their depth, and can be folded', () => {
    expect(flatten(tree, new Set()).map(({ node: { id }, depth }) => [id, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 1],
      [6, 0],
    ]);
    expect(flatten(tree, new Set([2])).map(({ node: { id } }) => id)).toEqual([1, 2, 5, 6]);
  });

  it('offers only screens as a parent, and none below the moved menu', () => {
    expect(parents(tree, null).map(({ node: { id } }) => id)).toEqual([1, 2, 5, 6]);
    expect(parents(tree, 1).map(({ node: { id } }) => id)).toEqual([6]);
  });
});

describe('device in the download list', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome · Windows', 'windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0`, 'Edge · Windows', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/17 Safari/605.1', 'Safari · macOS', 'mac'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1', 'Safari · iPhone', null],
    [`Mozilla/5.0 (Linux; Android 14) ${chrome}`, 'Chrome · Android', null],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox · Linux', 'linux'],
    ['curl/8', 'curl/8', null],
  ])('with the user agent %s gets the matching app', (agent, name, system) => {
    expect(deviceName(agent)).toBe(name);
    expect(systemOf(agent)).toBe(system);
  });

  it('gets no download from an invalid address', () => {
    expect(['/files/a.exe', 'https://cdn.example/a.dmg'].every(isDownloadUrl)).toBe(true);
    expect(
      ['', '//evil.example/a', 'javascript:x', 'http://plain.example', '/\\evil'].some(isDownloadUrl),
    ).toBe(false);
  });
});
