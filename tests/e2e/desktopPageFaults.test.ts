import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { eventually } from '#tests/electron/desktops.ts';
import { needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { ask, crash, totalsOnScreen } from '#tests/electron/toolWindow.ts';
import type { PageBehaviour } from '#tests/simulator/roomPage.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { presetOf } from '#tests/support/onAir.ts';
import { RoomPageWindow } from '#tests/support/roomPageWindow.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const ROSE = 5655;
const MEGABYTE = 1024 * 1024;

let desktop: Desktop;
let tool: Page;
let rooms = 0;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  desktop = await Desktop.launch();
  ({ page: tool } = await ToolPage.of(await desktop.page('/tool')));
});
afterEach(async () => {
  await ask(tool, 'room.close', {});
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => desktop.dispose());

const addressSchema = z.object({ port: z.number() });

/** A server that sends 25 MB over each WebSocket, which is more than the app holds. `closed` is the number of those that are closed. */
async function flood(): Promise<{ port: number; closed: () => number }> {
  const server = createServer();
  ends.push(() => server.close());
  let closed = 0;
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      closed += 1;
    });
    for (let sent = 0; sent < 25; sent += 1) socket.send(Buffer.alloc(MEGABYTE, sent));
    socket.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  return { port: addressSchema.parse(server.address()).port, closed: () => closed };
}

/** Starts a show in a new room that Line 1 reads from its page. */
async function show(options: SimulatorOptions): Promise<Simulator> {
  rooms += 1;
  const username = `room.${rooms}`;
  const room = await startSimulator({ username, script: 'empty', ...options });
  ends.push(() => room.close());
  const { lines } = await ask(tool, 'lines.list', {});
  await ask(tool, 'lines.save', {
    lines: lines.map((line) => ({
      ...line,
      kind: line.id === 'line1' ? 'page' : 'direct',
      webUrl: room.webUrl,
      wsUrl: room.wsUrl,
    })),
  });
  const { preset } = await ask(tool, 'presets.save', { preset: { ...presetOf(room), name: username } });
  await ask(tool, 'room.open', { username, lineId: 'line1', confirm: true });
  await room.entered(1);
  await ask(tool, 'session.choosePreset', { presetId: preset.id });
  await ask(tool, 'session.act', { action: 'start' });
  return room;
}

/** The page of the room in its window. */
async function pageOf({ username }: Simulator): Promise<Page> {
  const pageProfile = join(desktop.userData, 'Partitions', 'live-page');
  const person = await RoomPageWindow.find({ pageProfile }, `/@${username}/live`);
  ends.push(() => person.leave());
  return person.page;
}

/** Expects the tool to have counted what an exact client counts. */
async function expectTruth(room: Simulator): Promise<void> {
  const { gifts, diamonds } = room.delivered();
  await eventually(() => totalsOnScreen(tool)).toEqual({ gifts, diamonds });
}

const isLive = () => tool.getByRole('banner').getByText('Live', { exact: true }).waitFor();
const oneGap = () => tool.getByRole('button', { name: /^1 gap/ }).waitFor();

describe('room page on the desktop', needsStandIn(), () => {
  it.each(['duplicate,reorder,drop-close', 'cut=120', 'truncated=0.2,garbage,silence=2'])(
    'counts what an exact client counts with %s',
    async (faults) => {
      const room = await show({ faults, script: 'rush', speed: 0, seconds: 6, held: true });
      room.resume();
      await room.settled;
      await expectTruth(room);
      expect(room.delivered().gifts).toBeGreaterThan(100);
      expect(room.truth().strange).toEqual([]);
      if (room.truth().gaps.cuts > 0) await tool.getByRole('button', { name: /^\d+ gaps?/ }).waitFor();
    },
  );

  it.each([
    ['is reloaded', (page: Page) => page.reload()],
    [
      'moves on to another room',
      (page: Page) => page.evaluate("history.pushState(null, '', '/@other/live')"),
    ],
    ['crashes', crash],
  ])('marks one gap and goes on when the page %s', async (_name, disturb) => {
    const room = await show({});
    const page = await pageOf(room);
    room.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(3);
    await disturb(page);
    await room.entered(2);
    await oneGap();
    await isLive();
    room.sendGift({ viewer: 'Rin', gift: ROSE, count: 4 });
    await expectTruth(room);
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(7);
    expect(desktop.faults).toEqual([]);
  });

  it('goes on, and loses nothing, when the page gets 50 MB over the room and another socket', async () => {
    const { port, closed } = await flood();
    const open = [`webcast-ws.localhost:${port}/webcast/im/flood/`, `im-ws.localhost:${port}/flood`]
      .map((address) => `new WebSocket('ws://${address}');`)
      .join(' ');
    let behaviour: PageBehaviour = { script: `setTimeout(() => { ${open} }, 500)` };
    const room = await show({ roomPage: () => behaviour });
    behaviour = {};
    await expect.poll(closed, { timeout: 100_000 }).toBe(2);
    room.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await eventually(async () => (await totalsOnScreen(tool)).gifts).toBe(3);
    await isLive();
    expect(desktop.faults).toEqual([]);
  });
});
