import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';
import { startWarm } from '#tests/support/warmServer.ts';

const PUBLISHED = 23;
const PAGE = 20;

let browser: Browser;
let server: RunningRingside;
let desk: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startWarm({ env: forMany });
  desk = await tokenOf(server.url, ADMIN);
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

/** Publishes this many notices to all accounts. */
async function publish(count: number): Promise<void> {
  const client = new ApiClient(server.url.replace(/\/$/, ''));
  for (let number = 1; number <= count; number++) {
    const body = { title: `Message ${number}`, content: `Text ${number}`, severity: 'info' as const };
    const { data } = await client.call(api.notice.add, { body, token: desk });
    await client.call(api.notice.updateStatus, { params: { id: data.id }, token: desk });
  }
}

describe('messages in the tool', () => {
  it('show an empty state, and are counted, paged and marked as read', async () => {
    const { email, password } = await addHost(server.url, 'messages@team.jp', desk);
    const visitor = await visit('tool/messages');
    const { page } = visitor;
    await visitor.signIn(email, password);
    await page.getByText('No messages').waitFor();
    const bell = page.getByRole('banner').locator('a[href$="/tool/messages"]');
    expect(await bell.getAttribute('aria-label')).toBe('Messages');
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0);

    await publish(PUBLISHED);
    await page.reload();
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(`${PUBLISHED} unread messages`);
    await expect.poll(() => page.locator('details', { hasText: 'Message' }).count()).toBe(PAGE);
    await page.getByText(`Message ${PUBLISHED}`).click();
    await page.getByText(`Text ${PUBLISHED}`).waitFor();
    await expect.poll(() => bell.innerText()).toBe(String(PUBLISHED - 1));
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Messages');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => page.locator('details', { hasText: 'Message' }).count()).toBe(PUBLISHED - PAGE);
    await page.getByText('Message 1', { exact: true }).waitFor();
  });
});
