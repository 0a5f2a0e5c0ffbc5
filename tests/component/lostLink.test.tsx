import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LinkState } from '#renderer/data/platform/platform.ts';
import { Deck } from '#renderer/features/show/room/Deck.tsx';
import { Stage } from '#renderer/features/show/stage/Stage.tsx';
import type { Connection } from '#shared/contract/connection.ts';
import { connection } from '#tests/support/connection.ts';
import { battleInputs, mountOnShow } from './showPage.tsx';

/** The controls of a show whose connection to Ringside is lost. */
async function loseLink(more: Partial<Extract<LinkState, { phase: 'lost' }>>): Promise<void> {
  const { link } = await mountOnShow(<Deck />, []);
  act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1, ...more }));
}

const room = (phase: 'blocked' | 'ended' | 'silent', more: Partial<Connection> = {}) => ({
  push: 'connection' as const,
  connection: connection({ phase, ...more }),
});

describe('the state of the session in the controls', () => {
  it('is not “Counting” on a line that brings no gifts, unless the other line does', async () => {
    const { link } = await mountOnShow(<Deck />, battleInputs());
    expect(screen.queryByText('Counting')).not.toBeNull();
    act(() => link.push(room('blocked')));
    expect(screen.queryByText('Not counting')).not.toBeNull();
    const line = { lineId: 'line2', kind: 'direct', since: 0, lastEventAt: 0, problem: null } as const;
    act(() => link.push(room('blocked', { other: { ...line, phase: 'live' } })));
    expect(screen.queryByText('Counting')).not.toBeNull();
    act(() => link.push(room('ended')));
    expect(screen.queryByText('Not counting')).not.toBeNull();
    act(() => link.push(room('silent')));
    expect(screen.queryByText('Counting')).not.toBeNull();
  });
});

describe('a blocked line', () => {
  it('offers the other line while the form with the lines is folded', async () => {
    const { link, user, ringside } = await mountOnShow(<Deck />, battleInputs(), {
      'room.open': () => ({}),
    });
    act(() => link.push(room('silent')));
    expect(screen.queryByRole('button', { name: /Take Line 2/ })).toBeNull();
    act(() => link.push(room('blocked')));
    await user.click(screen.getByRole('button', { name: /Take Line 2/ }));
    expect(ringside.settings.getState().lineId).toBe('line2');
    expect(link.asked.at(-1)).toMatchObject({ name: 'room.open', args: { lineId: 'line2' } });
  });
});

describe('the stage without a connection', () => {
  it('does not say that the round runs', async () => {
    const { link } = await mountOnShow(<Stage />, battleInputs());
    expect(screen.queryByText('Running')).not.toBeNull();
    act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1 }));
    expect(screen.queryByText('Running')).toBeNull();
    expect(screen.queryByText('Unknown')).not.toBeNull();
  });
});

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

  it('say that everything is safe if the server cannot open the show, and offer to try at once', async () => {
    const { link, user } = await mountOnShow(<Deck />, []);
    act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1, why: 'unavailable' }));
    await screen.findByText('Ringside cannot open your show right now. Everything stored is', {
      exact: false,
    });
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(link.state.phase).toBe('connecting');
    act(() => link.setState({ phase: 'open' }));
    expect(screen.queryByText('Ringside cannot open your show', { exact: false })).toBeNull();
  });
});

describe('a rehearsal before the tool is connected', () => {
  it('can be opened by a click, which waits for the connection', async () => {
    const { link, user } = await mountOnShow(<Deck />, []);
    act(() => link.setState({ phase: 'connecting' }));
    await user.click(screen.getByRole('button', { name: /^Rehearsal/ }));
    expect(link.asked.map(({ name }) => name)).toContain('rehearsal.open');
  });
});
