import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PairPhone } from '#renderer/app/phone/PhoneRoot.tsx';
import { PhoneSettings } from '#renderer/features/settings/PhoneSettings.tsx';
import { RingsideError } from '#shared/contract/error.ts';
import type { Phone, Phones } from '#shared/contract/phones.ts';
import { mount } from './mount.tsx';
import { mountOnShow } from './showPage.tsx';

const phone: Phone = { id: 'p1', name: 'Safari · iPhone', pairedAt: 1000, usedAt: 2000, connected: false };
const state = (change: Partial<Phones>): Phones => ({ available: true, open: false, phones: [], ...change });
const CODE = 'A'.repeat(43);

/** The settings of phones, with the state that the backstage has pushed. */
async function mountSettings(first: Phones, answers: Parameters<typeof mountOnShow>[2] = {}) {
  const links = [`http://192.168.1.5:17850/phone#${CODE}`, `http://10.0.0.5:17850/phone#${CODE}`];
  const shown = await mountOnShow(<PhoneSettings />, [], {
    'phones.invite': () => ({ links, until: Date.now() + 300_000 }),
    'phones.withdraw': () => ({}),
    'phones.revoke': () => ({}),
    'phones.restore': () => ({}),
    'phones.setOpen': () => ({}),
    ...answers,
  });
  const pushState = (phones: Phones) => act(async () => shown.link.push({ push: 'phones', phones }));
  await pushState(first);
  const asked = () => shown.link.asked.map(({ name }) => name).filter((name) => name.startsWith('phones.'));
  return { ...shown, pushState, asked };
}

afterEach(() => vi.restoreAllMocks());

describe('settings of phones', () => {
  it('ask once before this machine listens, and close when the phone is paired', async () => {
    const { user, asked, pushState, ringside } = await mountSettings(state({}));
    const told: string[] = [];
    ringside.toasts.subscribe(({ toasts }) => told.push(...toasts.map(({ summary }) => summary.key)));
    await user.click(screen.getByRole('button', { name: 'Pair a phone' }));
    expect(asked()).toEqual([]);
    expect(screen.getByText(/will listen on your local network/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Allow and show the code' }));
    expect(screen.getByRole('img', { name: 'QR code that pairs a phone' })).toBeDefined();
    expect(screen.getByText(/valid for (?:5:00|05:00|4:5)/)).toBeDefined();
    await pushState(state({ open: true, phones: [phone] }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(told).toContain('phones.added');
    await user.click(screen.getByRole('button', { name: 'Pair a phone' }));
    expect(await screen.findByRole('img', { name: 'QR code that pairs a phone' })).toBeDefined();
    expect(screen.queryByText(/will listen/)).toBeNull();
  });

  it('withdraw the code when the dialog is closed', async () => {
    const { user, asked } = await mountSettings(state({}));
    await user.click(screen.getByRole('button', { name: 'Pair a phone' }));
    await user.click(screen.getByRole('button', { name: 'Allow and show the code' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(asked()).toEqual(['phones.invite', 'phones.withdraw']);
  });

  it('say why there is no code', async () => {
    const { user } = await mountSettings(state({}), {
      'phones.invite': () => {
        throw new RingsideError('phone.noNetwork');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Pair a phone' }));
    await user.click(screen.getByRole('button', { name: 'Allow and show the code' }));
    expect(screen.getByRole('alert').textContent).toContain('not in a local network');
  });

  it('list name and last use, and remove a phone with an undo instead of a question', async () => {
    const { user, asked, pushState } = await mountSettings(state({ open: true, phones: [phone] }));
    expect(screen.getByRole('listitem').textContent).toMatch(/Safari · iPhone.*Last used.*1970.*Paired/);
    await pushState(state({ open: true, phones: [{ ...phone, connected: true }] }));
    expect(screen.getByRole('listitem').textContent).toContain('Connected now');
    await user.click(screen.getByRole('button', { name: 'Remove Safari · iPhone' }));
    await pushState(state({}));
    expect(screen.getByText(/Safari · iPhone was removed/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(asked()).toEqual(['phones.revoke', 'phones.restore']);
    expect(screen.queryByText(/was removed/)).toBeNull();
  });

  it('turn connections off on demand', async () => {
    const { user, link } = await mountSettings(state({ open: true, phones: [phone] }));
    await user.click(screen.getByRole('switch', { name: 'Let paired phones connect' }));
    expect(link.asked.at(-1)).toEqual({ name: 'phones.setOpen', args: { open: false } });
  });
});

describe('pairing on the phone', () => {
  it('says where the code is while there is none', async () => {
    await mount(<PairPhone code={null} onPaired={() => {}} />);
    expect(screen.getByText('Scan the code on the computer')).toBeDefined();
  });

  it.each([
    [403, 'This code has been used or has expired'],
    [429, 'Too many attempts'],
    [500, 'The computer does not answer'],
  ])('says why a code was refused: %s', async (status, words) => {
    vi.spyOn(window, 'fetch').mockResolvedValue(new Response('', { status }));
    const { user } = await mount(<PairPhone code={CODE} onPaired={() => {}} />);
    await user.click(screen.getByRole('button', { name: 'Pair this phone' }));
    expect(screen.getByRole('alert').textContent).toContain(words);
  });

  it('uses the code only when it is tapped, and hands over the token', async () => {
    const token = 'B'.repeat(43);
    const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json({ token }));
    const paired = vi.fn();
    const { user } = await mount(<PairPhone code={CODE} onPaired={paired} />);
    expect(fetched).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Pair this phone' }));
    expect(paired).toHaveBeenCalledWith(token);
  });
});
