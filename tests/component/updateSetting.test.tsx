import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UpdateSetting } from '#renderer/features/settings/UpdateSetting.tsx';
import { PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import { mountOnShow } from './showPage.tsx';

it('the settings of a browser say whether there is a new version, and load it', async () => {
  const { user, link, ringside } = await mountOnShow(<UpdateSetting />, []);
  const { update } = ringside.platform;
  if (update.kind !== 'web') throw new Error('this page is not in a browser');
  const answers = ['this one', 'another', null];
  update.latestBuild = async () => answers.shift() ?? null;
  const look = () => user.click(screen.getByRole('button', { name: 'Check for updates' }));
  await act(async () => link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'this one', now: 0 }));
  await look();
  await screen.findByText('This is the newest version.');
  await look();
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(ringside.platform).toMatchObject({ reloads: 1 });
});
