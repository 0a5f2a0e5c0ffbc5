import { describe, expect, it } from 'vitest';
import en from '#locales/en.json' with { type: 'json' };
import { seedScreens } from '#server/accounts/menuTree.ts';
import { permissions } from '#shared/contract/api/call.ts';
import { everyCall } from '#shared/contract/api/index.ts';

describe('permissions', () => {
  it('each guard a call, are in the tree of a new database, and have a readable name', () => {
    const used = new Set(everyCall.map(({ call }) => call.access));
    const inTree = seedScreens.flatMap((screen) => [
      ...(screen.permissions ?? []),
      ...(screen.children ?? []).flatMap((child) => child.permissions ?? []),
    ]);
    for (const permission of permissions) {
      expect([permission, used.has(permission)]).toEqual([permission, true]);
      expect(Object.keys(en)).toContain(`api.permission.${permission}`);
    }
    expect([...inTree].sort()).toEqual([...permissions].sort());
  });

  it('are required for every call except the listed public ones', () => {
    const open = everyCall.filter(({ call }) => call.access === 'public').map(({ name }) => name);
    expect(open.sort()).toEqual([
      'account.forgot',
      'account.signin',
      'account.signinOnce',
      'account.signup',
      'account.verificationCode',
      'site.info',
      'statistics.everyone',
      'version.latest',
    ]);
  });
});
