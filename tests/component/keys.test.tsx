import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTab, openTool, shows, there } from './tool.tsx';

/** Waits for an element and returns it. The tab of the settings is too large to look for roles. */
const find = (selector: string) => waitFor(() => there(document.querySelector<HTMLElement>(selector)));

it('a key can be changed and reset, must be unique, and works on any keyboard layout', async () => {
  const tool = await openTool({ preset: {}, starts: false, at: 'tool/setting' });
  const { user } = tool;
  await user.click(await find('button[aria-label^="Start the show: S"]'));
  await user.keyboard('e');
  await waitFor(() => screen.getByText('“End the show” uses this key', { exact: false }));
  await user.keyboard('{F8}');
  await find('button[aria-label^="Start the show: F8"]');
  await tool.reload();
  await openTab(tool, 'Homepage');
  const starting = '.key[data-key="F8"]';
  await find(starting);
  await user.keyboard('s');
  await user.keyboard('f');
  await user.click(await screen.findByRole('textbox', { name: 'Live room username' }));
  await user.keyboard('{F8}');
  await user.keyboard('{Escape}');
  expect(document.querySelector(starting)).not.toBeNull();
  await user.keyboard('{F8}');
  await screen.findByRole('button', { name: /^Pause/ });
  // On a Cyrillic keyboard, the P key types another letter.
  fireEvent.keyDown(window, { key: 'з', code: 'KeyP' });
  await screen.findByRole('button', { name: /^Resume/ });
  await user.keyboard('?');
  await user.type(await find('main input'), 'start the show');
  const line = () =>
    [...document.querySelectorAll<HTMLElement>('main li')].find(({ textContent }) =>
      textContent?.includes('Start the show'),
    ) ?? null;
  await shows(line, 'F8');
  await openTab(tool, 'Setting');
  await user.click(await waitFor(() => screen.getByText('Reset all keys')));
  await find('button[aria-label^="Start the show: S"]');
});
