import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { overviewSchema } from '#shared/contract/api/status.ts';
import { AdminDesk } from '#tests/support/adminDesk.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import type { Visitor } from '#tests/support/visitor.ts';

let desk: AdminDesk;
let admin: Visitor;
beforeAll(async () => {
  desk = await AdminDesk.open();
  admin = desk.admin;
});
afterAll(() => desk.close());

describe('server status', () => {
  it('is in the menu of administrators only', async () => {
    await withoutSlowness(admin.page);
    await admin.page.getByRole('link', { name: 'Server status' }).click();
    await admin.page.waitForURL(({ pathname }) => pathname === '/system/status');
    await admin.page.getByText('No problems').waitFor();
    await admin.row('This machine').waitFor();
    await admin.page.unroute('**/api/status/overview');
    await desk.addUser('hana@example.jp');
    const hana = await desk.signInAs('hana@example.jp', 'home');
    expect(await hana.page.getByRole('link', { name: 'Server status' }).count()).toBe(0);
    await hana.goTo('system/status');
    await hana.page.waitForURL(({ pathname }) => pathname === '/404');
    expect(await desk.leave()).toEqual([]);
  });

  it('shows new shows and screens without a reload', async () => {
    await admin.goTo('system/status');
    const row = admin.row('This machine');
    await row.filter({ hasText: 'Idle' }).waitFor();
    const screen = await joinAsScreen(desk.server.url);
    await screen.call('rehearsal.open', { size: 'normal', locale: 'en' });
    await screen.push((push) => push.push === 'connection' && push.connection.phase === 'live');
    await screen.call('session.act', { action: 'start' });
    await row.filter({ hasText: 'On air · Rehearsal' }).waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    screen.close();
    expect(await desk.leave()).toEqual([]);
  });

  it('keeps the last figures with a notice if the server does not answer', async () => {
    await admin.goTo('system/status');
    await admin.row('This machine').waitFor();
    await admin.page.route('**/api/status/**', (route) => route.abort());
    await admin.page.getByText('The server does not answer').waitFor();
    await admin.page.getByText('No new figures since').waitFor();
    await admin.row('This machine').waitFor();
    await admin.page.unroute('**/api/status/**');
    await admin.page.getByText('No new figures since').waitFor({ state: 'hidden' });
    await admin.row('This machine').waitFor();
    await desk.leave();
  });
});

const answerSchema = z.looseObject({ data: overviewSchema });

/** Leaves out what a machine that is busy with other tests reports about its own speed. */
async function withoutSlowness(page: Page): Promise<void> {
  await page.route('**/api/status/overview', async (route) => {
    const response = await route.fetch();
    const answer = answerSchema.parse(await response.json());
    const problems = answer.data.problems.filter(({ kind }) => kind !== 'lag' && kind !== 'slowDisk');
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, problems } } });
  });
}
