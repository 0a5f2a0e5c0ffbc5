import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setNarrow } from './setup.ts';
import { click, openTool, shows, startBattle, there, wholePage } from './tool.tsx';

it('the Homepage on a phone is a remote, and its menu contains all panels and the other tabs', async () => {
  setNarrow(true);
  const tool = await openTool({ preset: {} });
  await startBattle(tool);
  const isRemote = () => expect(document.querySelector('[data-remote]')).not.toBeNull();
  await waitFor(isRemote);
  await click(tool, 'Menu');
  await click(tool, 'Show all panels');
  await shows('Gift Data', 'Gift Data');
  await click(tool, 'Open the remote');
  await waitFor(isRemote);
  await click(tool, 'Menu');
  await click(tool, 'Data Report', wholePage, 'link');
  await waitFor(() => there(document.querySelector('[data-sums]')));
  await click(tool, 'Homepage', () => screen.queryByRole('navigation', { name: 'Tabs' }), 'link');
  await shows(wholePage, 'Nothing waits for you');
  isRemote();
});
