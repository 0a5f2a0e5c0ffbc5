import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTool } from './tool.tsx';

it('the search of Help finds fixed keys and hides all others', async () => {
  const { user } = await openTool({ at: 'tool/help' });
  await user.type(await screen.findByRole('searchbox'), 'Esc');
  const keys = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  await waitFor(() => expect(keys()).toEqual(['Esc']));
});
