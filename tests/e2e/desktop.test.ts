import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { describeElectron, needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop, isRunningProcess } from '#tests/electron/launch.ts';
import { ask, beginShow, crash, totalsOnScreen } from '#tests/electron/toolWindow.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';

process.stdout.write(`The desktop app runs on ${describeElectron()}.\n`);

const launch = desktopsOfTests();
let simulator: Simulator | null = null;
afterEach(async () => {
  await simulator?.close();
  simulator = null;
});

/** A platform with one busy room, and the environment that points the app to it. */
async function platform(): Promise<{ room: Simulator; env: Record<string, string> }> {
  const room = await startSimulator({
    username: 'host.live',
    held: true,
    script: 'rush',
    seconds: 30,
    speed: 3,
    seed: 5,
  });
  simulator = room;
  return { room, env: { LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl } };
}

/** Milliseconds between two log lines; NaN while one is missing. */
function msBetween(log: string, from: RegExp, to: RegExp): number {
  const at = (what: RegExp) =>
    Date.parse(
      log
        .split('\n')
        .find((line) => what.test(line))
        ?.split(' ')[0] ?? '',
    );
  return at(to) - at(from);
}

async function expectTotals(page: Page, room: Simulator): Promise<void> {
  const { gifts, diamonds } = room.truth();
  await eventually(() => totalsOnScreen(page)).toEqual({ gifts, diamonds });
}

describe('desktop app', () => {
  /** One app for all tests. */
  let desktop: Desktop;
  let page: Page;
  beforeAll(async () => {
    desktop = await Desktop.launch();
    page = await desktop.page('/tool');
  });
  afterAll(() => desktop?.dispose());

  it('opens the tool without a server or an account, and without a policy violation', async () => {
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(...(message.type() === 'error' ? [message.text()] : [])));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.reload();
    await page.waitForSelector('[data-totals]');
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => 'require' in globalThis || 'process' in globalThis)).toBe(false);
  });

  it('clears the caches and shows the freed bytes, but keeps presets and shows', async () => {
    writeFileSync(join(desktop.userData, 'logs', 'ringside.1.log'), 'x'.repeat(1000));
    const kept = () => readdirSync(join(desktop.userData, 'backstage')).sort();
    const before = kept();
    const answer = await page.evaluate(() => window.ringside?.clearCache({}));
    expect(answer).toMatchObject({ ok: true, result: { freedBytes: expect.any(Number) } });
    expect(answer?.ok === true && answer.result.freedBytes >= 1000).toBe(true);
    expect(kept()).toEqual(before);
    expect(readdirSync(join(desktop.userData, 'logs'))).toEqual(['ringside.log']);
  });

  it('shows a help page when the backstage crashes three times in a row', async () => {
    const starts = () => desktop.log.split('backstage is ready').length;
    const before = starts();
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      const pid = desktop.backstagePid;
      process.kill(pid, 'SIGKILL');
      if (crashes === 3) break;
      await eventually(() => desktop.backstagePid).not.toBe(pid);
      await eventually(starts).toBe(before + crashes);
    }
    const help = await desktop.page('/desktop/help');
    expect(await help.textContent('#log')).toBe(`${desktop.userData}/logs`);
    await help.click('#retry');
    page = await desktop.page('/tool');
    await page.waitForSelector('[data-totals]');
    await eventually(() => ask(page, 'show.list', {}).catch(() => null)).toEqual({ shows: [] });
  });

  it('shows the gifts of a rehearsal as they arrive', async () => {
    await page.keyboard.press('r');
    // Before the start, the ledger shows gifts but does not count them.
    await page.getByText('×').first().waitFor();
    await page.keyboard.press('s');
    await eventually(async () => (await totalsOnScreen(page)).gifts).toBeGreaterThan(5);
  });

  it('allows one instance a user: a second start ends at once', needsStandIn(), async () => {
    const second = await launch({ userData: desktop.userData });
    expect(await second.ended()).toBe(0);
    expect(desktop.isRunning).toBe(true);
  });
});

describe('killed desktop app', () => {
  it('loses nothing when the page, the backstage and the whole app are killed during a show', async () => {
    const { room, env } = await platform();
    const first = await launch({ env });
    const page = await first.page('/tool');
    await page.waitForSelector('[data-totals]');
    const begun = performance.now();
    await page.reload();
    // Allow a slow machine the time of four plain reloads if that exceeds one second.
    const soon = Math.max(1_000, 4 * (performance.now() - begun));
    await page.waitForSelector('[data-totals]');
    await beginShow(page, room);
    room.resume();
    const counted = async (tool: Page) => (await totalsOnScreen(tool)).gifts;
    await eventually(() => counted(page)).toBeGreaterThan(20);

    await crash(page);
    const revived = await first.page('/tool');
    await eventually(() => msBetween(first.log, /page ended/, /page is back/)).toBeLessThan(soon);
    await eventually(() => counted(revived)).toBeGreaterThan(60);

    const { backstagePid } = first;
    process.kill(backstagePid, 'SIGKILL');
    await eventually(() => first.backstagePid).not.toBe(backstagePid);
    await eventually(() => counted(revived)).toBeGreaterThan(120);

    const orphan = first.backstagePid;
    await first.kill();
    await eventually(() => isRunningProcess(orphan)).toBe(false);
    const second = await launch({ env, userData: first.userData });
    const again = await second.page('/tool');
    await room.settled;
    await expectTotals(again, room);
    expect((await ask(again, 'show.list', {})).shows).toHaveLength(1);
  });
});

describe('closing the desktop app', needsStandIn(), () => {
  it('asks once during a show and not after it, stays open after a no, and resumes it at the next start', async () => {
    const { room, env } = await platform();
    const desktop = await launch({ env });
    const page = await desktop.page('/tool');
    await page.waitForSelector('[data-totals]');
    await beginShow(page, room);
    expect((await desktop.note('awake')).on).toBe(true);
    room.resume();
    desktop.order({ order: 'closeWindow', path: '/tool' });
    desktop.order({ order: 'quit' });
    const question = await desktop.note('dialog');
    expect(question.buttons).toHaveLength(2);
    desktop.order({ order: 'answerDialog', id: question.id, response: 0 });
    await eventually(async () => (await totalsOnScreen(page)).gifts).toBeGreaterThan(30);
    expect(desktop.notes.filter(({ note }) => note === 'dialog')).toHaveLength(1);

    desktop.order({ order: 'closeWindow', path: '/tool' });
    const second = await desktop.note('dialog', ({ id }) => id > question.id);
    desktop.order({ order: 'answerDialog', id: second.id, response: 1 });
    expect(await desktop.ended()).toBe(0);

    const later = await launch({ env, userData: desktop.userData });
    const again = await later.page('/tool');
    await room.settled;
    await expectTotals(again, room);
    expect((await later.note('awake')).on).toBe(true);

    // After the show, the app closes without a question.
    await ask(again, 'session.act', { action: 'end' });
    await eventually(() => later.notes.findLast(({ note }) => note === 'awake')).toMatchObject({ on: false });
    later.order({ order: 'closeWindow', path: '/tool' });
    expect(await later.ended()).toBe(0);
    expect(later.notes.filter(({ note }) => note === 'dialog')).toEqual([]);
  });
});
