import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTool } from './tool.tsx';

it('the search of Help finds fixed keys and hides all others', async () => {
  const { user } = await openTool({ at: 'tool/help' });
  await user.type(await screen.findByRole('searchbox'), 'Esc');
  const keys = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  await waitFor(() => expect(keys()).toEqual(['Esc']));
});

it('the search of Help finds the message of a problem, which is not listed without a search', async () => {
  const { user } = await openTool({ at: 'tool/help' });
  const messages = () => screen.queryByRole('region', { name: 'Messages' })?.textContent ?? '';
  const field = await screen.findByRole('searchbox');
  expect(messages()).toBe('');
  await user.type(field, 'too many attempts connect');
  await waitFor(() => expect(messages()).toContain('Wait … s, or choose the other line.'));
});
