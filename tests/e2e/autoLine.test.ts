import { rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { openTab } from '#tests/support/openTab.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { displayVariables, RoomPageWindow } from '#tests/support/roomPageWindow.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const PRESS = "document.querySelector('#go-on').click()";
let show: OnAir;
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// In both forms, because the room page is a window of the app or of a browser of its own.
describe.each(forms)('host whose direct connection the platform refuses, $name', (form) => {
  afterEach(() => show.close());

  it('sees gifts from the room page within 15 s of pressing Connect, with the reason', async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty', faults: 'direct-refused' });
    const tool = await show.open();
    const begun = Date.now();
    await tool.connect(HOST);
    await show.simulator.entered(1);
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await tool.page.locator('[data-row]', { hasText: 'Mika' }).waitFor();
    expect(Date.now() - begun).toBeLessThan(15_000);

    await tool.button('Room page: why?').click();
    const reasons = tool.page.getByRole('dialog', { name: 'How this line connects' });
    await reasons.getByText('Refused by the platform').waitFor();
    await reasons.getByText('In use').waitFor();
    expect(tool.complaints).toEqual([]);
  });
});

describe.each(forms)('host whose room page wants a person, $name', (form) => {
  afterEach(() => show.close());

  it('shows the page, solves the captcha there, and goes on without another step', async () => {
    const faults = 'direct-refused,page-captcha';
    show = await form.goOnAir({ username: HOST, script: 'empty', faults }, displayVariables(folder));
    const tool = await show.open();
    await tool.connect(HOST);
    await tool.page.getByText('Show the page and solve its puzzle.').waitFor();
    const person = await RoomPageWindow.find(show, '/live');
    if (form === web) expect(await person.state()).toBe('minimized');
    await tool.button('Show the page').click();
    if (form === web) await expect.poll(() => person.state()).toBe('normal');
    await person.page.evaluate(PRESS);
    await show.simulator.entered(1);
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await tool.page.locator('[data-row]', { hasText: 'Mika' }).waitFor();
    await tool.button('Show the page').waitFor({ state: 'hidden' });
    if (form === web) await expect.poll(() => person.state()).toBe('minimized');
    await person.leave();
    expect(tool.complaints).toEqual([]);
  });

  it('signs in on the page, and signs out of the platform under Setting', async () => {
    const faults = 'direct-refused,page-sign-in';
    show = await form.goOnAir({ username: HOST, script: 'empty', faults }, displayVariables(folder));
    const tool = await show.open();
    await tool.connect(HOST);
    await tool.button('Show the page').click();
    const person = await RoomPageWindow.find(show, '/login');
    await person.page.evaluate(PRESS);
    await show.simulator.entered(1);
    await tool.button('Show the page').waitFor({ state: 'hidden' });
    const names = async () => (await person.page.context().cookies()).map(({ name }) => name);
    expect(await names()).toContain('sessionid');
    await openTab(tool.page, 'Setting');
    await tool.button('Sign out of the platform').click();
    await tool.page.getByText('Signed out of the platform', { exact: true }).waitFor();
    expect(await names()).not.toContain('sessionid');
    await person.leave();
    expect(tool.complaints).toEqual([]);
  });
});
