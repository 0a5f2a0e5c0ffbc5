import { describe, expect, it } from 'vitest';
import { visitorMayCall } from '#server/hosting/screenAdmission.ts';
import { calls } from '#shared/contract/backstage.ts';

describe('a visitor', () => {
  it('may make every call except those that need an account', () => {
    const refused = Object.keys(calls).filter((name) => !visitorMayCall(name));
    expect(refused.sort()).toEqual([
      'anchors.look',
      'lines.save',
      'overlay.movePort',
      'pages.signOut',
      'phones.invite',
      'phones.list',
      'phones.restore',
      'phones.revoke',
      'phones.setOpen',
      'phones.withdraw',
      'remotes.create',
      'remotes.list',
      'remotes.restore',
      'remotes.revoke',
      'room.open',
      'room.showPage',
      'room.wait',
      'transfer.apply',
      'transfer.begin',
      'transfer.cancel',
      'transfer.check',
      'transfer.export',
      'transfer.read',
      'transfer.state',
      'transfer.undo',
      'transfer.write',
      'webhooks.again',
      'webhooks.create',
      'webhooks.delete',
      'webhooks.list',
      'webhooks.renew',
      'webhooks.retry',
      'webhooks.save',
      'webhooks.test',
    ]);
  });

  it('may not make an unknown call', () => {
    for (const name of ['', 'room.openAll', 'toString', '__proto__'])
      expect(visitorMayCall(name)).toBe(false);
  });
});
