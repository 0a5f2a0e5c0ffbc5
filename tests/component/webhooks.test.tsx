import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WebhookSettings } from '#renderer/features/settings/WebhookSettings.tsx';
import { RingsideError } from '#shared/contract/error.ts';
import { type Hook, hookEvents } from '#shared/contract/webhooks.ts';
import { mountOnShow } from './showPage.tsx';

const hook: Hook = {
  id: 'h1',
  address: 'https://bot.example.org/hook',
  events: ['show.started', 'gift.received'],
  minDiamonds: 500,
  rehearsals: false,
  on: true,
  createdAt: 1000,
  waiting: null,
  deliveries: [],
};
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function mountSettings(hooks: Hook[], answers: Parameters<typeof mountOnShow>[2] = {}) {
  const delivery = { id: 'msg_1', type: 'test' as const, at: 1000, attempts: 1, problem: null };
  const shown = await mountOnShow(<WebhookSettings />, [], {
    'webhooks.create': () => ({ id: 'h1', secret: SECRET }),
    'webhooks.save': () => ({}),
    'webhooks.delete': () => ({}),
    'webhooks.renew': () => ({ secret: SECRET }),
    'webhooks.test': () => ({ delivery }),
    'webhooks.again': () => ({ delivery }),
    'webhooks.retry': () => ({}),
    ...answers,
  });
  await act(async () => {
    shown.link.push({ push: 'webhooks', webhooks: { available: true, needsHttps: true, hooks } });
  });
  const asked = () => shown.link.asked.filter(({ name }) => name.startsWith('webhooks.'));
  return { ...shown, asked };
}

describe('settings of webhooks', () => {
  it('add one by keyboard, and show its secret once', async () => {
    const { user, asked } = await mountSettings([]);
    await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
    await user.keyboard('https://bot.example.org/hook');
    await user.click(screen.getByRole('checkbox', { name: 'Gap' }));
    await user.click(screen.getByRole('button', { name: 'Add it' }));
    const events = hookEvents.filter((event) => event !== 'gap.found');
    expect(asked()).toMatchObject([
      { args: { draft: { address: 'https://bot.example.org/hook', events, rehearsals: false, on: true } } },
    ]);
    expect(await screen.findByText(SECRET)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('refuse an address that cannot be used before it is sent, and say why the backstage refuses one', async () => {
    const { user, asked } = await mountSettings([], {
      'webhooks.create': () => {
        throw new RingsideError('webhook.tooMany', { limit: 5 });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
    await user.keyboard('bot.example.org{Enter}');
    expect(await screen.findByText(/Enter a full address/)).toBeDefined();
    const field = screen.getByRole('textbox', { name: /Address/ });
    await user.clear(field);
    await user.type(field, 'http://bot.example.org/{Enter}');
    expect(await screen.findByText(/begins with https/)).toBeDefined();
    expect(asked()).toEqual([]);
    await user.clear(field);
    await user.type(field, 'https://bot.example.org/{Enter}');
    expect(await screen.findByText(/There are 5 webhooks already/)).toBeDefined();
  });

  it('say why an event waits, and try it now', async () => {
    const waiting = {
      type: 'gift.received' as const,
      since: 1000,
      next: 61_000,
      problem: { code: 'webhook.answered' as const, params: { status: 500 } },
    };
    const { user, asked } = await mountSettings([{ ...hook, waiting }]);
    const text = screen.getByRole('status').textContent;
    expect(text).toContain('status 500');
    expect(text).toContain('“Gift” waits');
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(asked()).toMatchObject([{ name: 'webhooks.retry', args: { id: 'h1' } }]);
  });

  it('list the last deliveries, send one again and send a test', async () => {
    const failed = { code: 'webhook.unreachable' as const };
    const { user, asked } = await mountSettings([
      {
        ...hook,
        deliveries: [
          { id: 'msg_2', type: 'gift.received', at: 2000, attempts: 3, problem: failed },
          { id: 'msg_1', type: 'show.started', at: 1000, attempts: 1, problem: null },
        ],
      },
    ]);
    await user.click(screen.getByText('Last deliveries'));
    const [gift, start] = within(screen.getByRole('list', { name: 'Last deliveries' })).getAllByRole(
      'listitem',
    );
    expect(gift?.textContent).toContain('cannot be reached');
    expect(gift?.textContent).toContain('3 attempts');
    expect(start?.textContent).toContain('Delivered');
    await user.click(screen.getByRole('button', { name: 'Send “Gift” again' }));
    await user.click(screen.getByRole('button', { name: /Send a test to/ }));
    expect(asked()).toMatchObject([
      { name: 'webhooks.again', args: { id: 'h1', deliveryId: 'msg_2' } },
      { name: 'webhooks.test', args: { id: 'h1' } },
    ]);
  });

  it('change one, and renew its secret', async () => {
    const { user, asked } = await mountSettings([hook]);
    await user.click(screen.getByRole('button', { name: /Change the webhook/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Round settled' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const events = ['show.started', 'round.settled', 'gift.received'];
    expect(asked()).toMatchObject([{ name: 'webhooks.save', args: { id: 'h1', draft: { events } } }]);
    await user.click(screen.getByRole('button', { name: /Change the webhook/ }));
    await user.click(screen.getByRole('button', { name: 'New secret' }));
    expect(await screen.findByText(SECRET)).toBeDefined();
  });
});
