import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RemoteSettings } from '#renderer/features/settings/RemoteSettings.tsx';
import { RingsideError } from '#shared/contract/error.ts';
import type { Remote, Remotes } from '#shared/contract/remote/token.ts';
import { mountOnShow } from './showPage.tsx';

const deck: Remote = { id: 'r1', name: 'Stream Deck', scope: 'steer', createdAt: 1000, usedAt: null };
const url = 'http://127.0.0.1:17840/remote/v1';
const TOKEN = `rr_${'A'.repeat(43)}`;

async function mountSettings(remotes: Remote[], answers: Parameters<typeof mountOnShow>[2] = {}) {
  const shown = await mountOnShow(<RemoteSettings />, [], {
    'remotes.create': () => ({ remote: deck, token: TOKEN }),
    'remotes.revoke': () => ({}),
    'remotes.restore': () => ({}),
    ...answers,
  });
  const pushState = (state: Remotes) => act(async () => shown.link.push({ push: 'remotes', remotes: state }));
  await pushState({ url, remotes });
  const asked = () => shown.link.asked.filter(({ name }) => name.startsWith('remotes.'));
  return { ...shown, pushState, asked };
}

describe('settings of remote control', () => {
  it('make a token with a name and a scope, by keyboard, and show it once', async () => {
    const { user, asked } = await mountSettings([]);
    expect(screen.getByText(url)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Make a token' }));
    await user.keyboard('Clock');
    await user.click(screen.getByRole('radio', { name: 'Look only' }));
    await user.click(screen.getByRole('button', { name: 'Make it' }));
    expect(asked()).toMatchObject([{ args: { name: 'Clock', scope: 'look' } }]);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(TOKEN)).toBeDefined();
    expect(within(dialog).getByRole('button', { name: 'Copy the token' })).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(TOKEN)).toBeNull();
  });

  it('say why a token cannot be made', async () => {
    const { user } = await mountSettings([deck], {
      'remotes.create': () => {
        throw new RingsideError('remote.tooMany', { limit: 20 });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Make a token' }));
    await user.keyboard('Clock{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('20 tokens already');
  });

  it('remove a token with an undo instead of a question', async () => {
    const { user, asked, pushState } = await mountSettings([deck]);
    expect(screen.getByText(/Not used yet/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove Stream Deck' }));
    await pushState({ url, remotes: [] });
    expect(screen.getByRole('status').textContent).toContain('Stream Deck was removed');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(asked().map(({ name }) => name)).toEqual(['remotes.revoke', 'remotes.restore']);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
