import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LinkState } from '#renderer/data/platform/platform.ts';
import { Deck } from '#renderer/features/show/room/Deck.tsx';
import { mountOnShow } from './showPage.tsx';

/** The controls of a show whose connection to Ringside is lost. */
async function loseLink(more: Partial<Extract<LinkState, { phase: 'lost' }>>): Promise<void> {
  const { link } = await mountOnShow(<Deck />, []);
  act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1, ...more }));
}

describe('the controls of a show without a connection to Ringside', () => {
  it('say what to check, and offer to try at once', async () => {
    await loseLink({});
    await screen.findByText('Check your network', { exact: false });
    expect(screen.queryByRole('button', { name: 'Try now' })).not.toBeNull();
  });

  it('ask for a new sign-in if it has ended, and promise no other try', async () => {
    await loseLink({ why: 'signedOut' });
    await screen.findByText('Sign in again to go on', { exact: false });
    expect(screen.queryByText('Trying again', { exact: false })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  });
});
