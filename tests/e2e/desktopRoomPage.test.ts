import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { ask, beginShow, totalsOnScreen } from '#tests/electron/toolWindow.ts';
import { rowsOnDisk } from '#tests/integration/backstage/killing.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { RoomPageWindow } from '#tests/support/roomPageWindow.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const PATH = `/@${HOST}/live`;

const launch = desktopsOfTests();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A platform that accepts the room's page only. */
const platform = (options: SimulatorOptions = {}) =>
  startSimulator({ username: HOST, script: 'empty', faults: 'direct-refused', ...options });

const envOf = (room: Simulator) => ({ LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl });

/** The platform of one test. */
async function ownPlatform(options: SimulatorOptions = {}) {
  const room = await platform(options);
  ends.push(() => room.close());
  return { room, env: envOf(room) };
}

/** Opens the tool and starts a show that is read from the room's page. */
async function showFromPage(desktop: Desktop, room: Simulator): Promise<Page> {
  const tool = await desktop.page('/tool');
  await tool.waitForSelector('[data-totals]');
  await beginShow(tool, room);
  return tool;
}

/** The page of the room's window, as the person in front of it has it. */
async function roomPageOf({ userData }: Desktop, part = PATH): Promise<RoomPageWindow> {
  const person = await RoomPageWindow.find({ pageProfile: join(userData, 'Partitions', 'live-page') }, part);
  ends.push(() => person.leave());
  return person;
}

/** The newest state of the room's window, which is the only one without a preload script. */
const roomWindow = ({ notes }: Desktop) =>
  notes.findLast((note) => note.note === 'window' && !note.page.preload);

/** A server of this machine that a page must not reach, with the requests that reached it. */
async function neighbour(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('neighbour');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, requests };
}

describe('window of the room page', needsStandIn(), () => {
  /** One app for all tests, with a show that is read from the room's page. The last of them ends the app. */
  let room: Simulator;
  let desktop: Desktop;
  let tool: Page;
  beforeAll(async () => {
    room = await platform();
    desktop = await Desktop.launch({ env: envOf(room) });
    tool = await showFromPage(desktop, room);
  });
  afterAll(async () => {
    await desktop?.dispose();
    await room?.close();
  });

  it('is hidden, muted, never throttled, and apart from the app', async () => {
    await eventually(() => roomWindow(desktop)).toMatchObject({
      shown: false,
      muted: true,
      backgroundThrottling: false,
      page: {
        partition: 'persist:live-page',
        preload: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        devTools: false,
      },
    });
    const switches = desktop.notes.flatMap((note) => (note.note === 'switch' ? [note.name] : []));
    expect(switches).toEqual(
      expect.arrayContaining([
        'disable-background-timer-throttling',
        'disable-renderer-backgrounding',
        'disable-backgrounding-occluded-windows',
      ]),
    );
  });

  it('looks like Chrome to the platform, and has no permissions and no access to the app', async () => {
    const { page } = await roomPageOf(desktop);
    expect(await page.evaluate(() => navigator.userAgent)).toMatch(
      /^Mozilla\/5\.0 \([^)]+\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/,
    );
    const permissions = await page.evaluate(() =>
      Promise.all(
        (['geolocation', 'notifications', 'camera', 'microphone', 'midi'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    );
    expect(permissions).toEqual(Array(5).fill('denied'));
    expect(
      await page.evaluate(() => ['ringside', 'require', 'process'].filter((name) => name in globalThis)),
    ).toEqual([]);
  });

  it('loads no video and no font of the page', async () => {
    const { page } = await roomPageOf(desktop);
    const failed = new Set<string>();
    page.on('requestfailed', (request) => failed.add(request.resourceType()));
    await page.evaluate(() => {
      const video = Object.assign(document.createElement('video'), { src: '/stream.mp4', autoplay: true });
      document.body.append(video);
      void new FontFace('wide', 'url(/wide.woff2)').load().catch(() => undefined);
    });
    await eventually(() => [...failed].sort()).toEqual(['font', 'media']);
  });

  it('stays on the platform’s site, and cannot reach other programs of this computer', async () => {
    const { page } = await roomPageOf(desktop);
    const { url, requests } = await neighbour();
    const outcomes = await page.evaluate(async (other) => {
      const reached = (task: () => Promise<unknown>) =>
        task().then(
          () => 'reached',
          () => 'stopped',
        );
      window.open('/popup');
      document.body.append(Object.assign(document.createElement('iframe'), { src: `${other}/frame` }));
      const link = Object.assign(document.createElement('a'), {
        href: 'data:text/plain,x',
        download: 'x.txt',
      });
      link.click();
      location.href = `${other}/page`;
      return [
        await reached(() => fetch(other, { mode: 'no-cors' })),
        await reached(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      ];
    }, url);
    expect(outcomes).toEqual(['stopped', 'stopped']);
    expect(await desktop.note('download')).toMatchObject({ allowed: false });
    expect(new URL(page.url()).pathname).toBe(PATH);
    expect(requests).toEqual([]);
    expect(desktop.notes.filter(({ note }) => note === 'opened')).toEqual([]);
    room.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(3);
    expect(desktop.faults).toEqual([]);
  });

  it('hides when a person closes it, also after a refused question to quit the app', async () => {
    await roomPageOf(desktop);
    const { gifts: before } = await totalsOnScreen(tool);
    desktop.order({ order: 'closeWindow', path: PATH });
    desktop.order({ order: 'quit' });
    const { id } = await desktop.note('dialog');
    desktop.order({ order: 'answerDialog', id, response: 0 });
    desktop.order({ order: 'closeWindow', path: PATH });
    room.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(before + 3);
    expect(desktop.log).not.toContain('room page lost');

    desktop.order({ order: 'quit' });
    const again = await desktop.note('dialog', (note) => note.id > id);
    desktop.order({ order: 'answerDialog', id: again.id, response: 1 });
    expect(await desktop.ended()).toBe(0);
  });
});

describe('room page over a restart', needsStandIn(), () => {
  it('keeps a sign-in over a restart, in its own profile only and out of the log', async () => {
    const { room, env } = await ownPlatform({ faults: 'direct-refused,page-sign-in' });
    const first = await launch({ env });
    const tool = await first.page('/tool');
    await tool.waitForSelector('[data-totals]');
    await ask(tool, 'room.open', { username: HOST, lineId: 'line1' });
    const { page } = await roomPageOf(first, '/login');
    // The platform remembers a person for longer than one start of the browser.
    const tomorrow = Date.now() / 1000 + 86_400;
    await page
      .context()
      .addCookies([{ name: 'sessionid', value: 'rehearsal', url: room.webUrl, expires: tomorrow }]);
    await page.goto(`${room.webUrl}${PATH}`);
    await room.entered(1);
    const cookies = (one: Page) => one.context().cookies();
    const secrets = (await cookies(page)).map(({ value }) => value);
    expect(secrets).toContain('rehearsal');
    expect((await cookies(tool)).filter(({ name }) => name === 'sessionid')).toEqual([]);
    for (const secret of secrets) expect(first.log).not.toContain(secret);
    first.order({ order: 'quit' });
    expect(await first.ended()).toBe(0);

    // The platform still asks everybody for a sign-in. The page shows the room to the signed-in visitor.
    const second = await launch({ env, userData: first.userData });
    const again = await second.page('/tool');
    await again.waitForSelector('[data-totals]');
    await ask(again, 'room.open', { username: HOST, lineId: 'line1' });
    await room.entered(2);
  });

  it('is read again after the app was killed: the hole is marked, and no gift counts twice', async () => {
    const { room, env } = await ownPlatform();
    const send = (viewer: string, count: number) => room.sendGift({ viewer, gift: ROSE, count });
    const first = await launch({ env });
    const tool = await showFromPage(first, room);
    send('Mika', 3);
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(3);
    // The page acknowledges gifts that the frozen backstage does not store.
    const { backstagePid } = first;
    process.kill(backstagePid, 'SIGSTOP');
    for (let missed = 1; missed <= 20; missed += 1) send(`missed${missed}`, 1);
    await room.allAcked();
    await first.kill();
    process.kill(backstagePid, 'SIGKILL');

    const second = await launch({ env, userData: first.userData });
    const { page: again } = await ToolPage.of(await second.page('/tool'));
    await room.entered(2);
    send('Rin', 5);
    await again.getByRole('button', { name: /^1 gap/ }).waitFor();
    const rows = () => rowsOnDisk(join(first.userData, 'backstage'));
    await eventually(() => rows().map(({ count }) => count)).toContain(5);
    // The history of the page repeats the last gifts, Mika's possibly among them. The others are lost in the gap.
    const counts = rows().map(({ count }) => count);
    expect(counts.filter((count) => count > 1)).toEqual([3, 5]);
    expect(counts.length).toBeLessThan(22);
    const total = counts.reduce((sum, count) => sum + count, 0);
    await eventually(async () => (await totalsOnScreen(again)).gifts).toBe(total);
    expect(second.faults).toEqual([]);
  });
});
