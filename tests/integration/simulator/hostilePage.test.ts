import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { PageBehaviour } from '#tests/simulator/roomPage.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { type CountingClient, listenAndCount } from './countingClient.ts';
import { OpenedPages } from './openedPages.ts';
import { chromiumPages, needsBrowser } from './ways.ts';

const ROSE = 5655;
const targetsSchema = z.object({
  targetInfos: z.array(z.object({ type: z.string(), url: z.string() })),
});
const addressSchema = z.object({ port: z.number() });
const MEGABYTE = 1024 * 1024;
/** The frames exist as text, as bytes and in the browser's pipe. */
const MOST_MEMORY = 500 * MEGABYTE;

/** Another host. It counts requests, and sends 50 MB over each WebSocket. */
let elsewhere: Server;
let port = 0;
let visits = 0;
/** The number of WebSockets that the page or the host has closed. */
let flooded = 0;
beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    visits += 1;
    response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>');
  });
  const sockets = new WebSocketServer({ server: elsewhere });
  sockets.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      flooded += 1;
    });
    for (let sent = 0; sent < 50; sent += 1) socket.send(Buffer.alloc(MEGABYTE, sent));
    socket.close();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()));
  port = addressSchema.parse(elsewhere.address()).port;
});
afterAll(() => elsewhere.close());

let simulators: Simulator[] = [];
let clients: CountingClient[] = [];
afterEach(async () => {
  for (const client of clients) client.stop();
  for (const simulator of simulators) await simulator.close();
  simulators = [];
  clients = [];
});

/** A room with a hostile page and a direct line, and another room whose page is in the same browser. */
async function play(script: string, line: 'faulty' | 'hanging' = 'faulty') {
  let behaviour: PageBehaviour = { script };
  const room = await startSimulator({ script: 'empty', roomPage: () => behaviour });
  const other = await startSimulator({ script: 'empty', username: 'other' });
  simulators = [room, other];
  const pages = new OpenedPages();
  const hostile = listenAndCount(room, 'page', line, pages);
  const direct = listenAndCount(room, 'direct', 'healthy');
  const neighbour = listenAndCount(other, 'page', 'healthy', chromiumPages);
  clients = [hostile, direct, neighbour];
  await direct.until(({ phase }) => phase === 'live');
  await neighbour.until(({ phase }) => phase === 'live');
  let sent = 0;
  return {
    room,
    pages,
    hostile,
    becomeHarmless: () => {
      behaviour = {};
    },
    /** Sends gifts to both rooms. The direct line and the other room must count them. */
    expectOthersCount: async () => {
      for (let gift = 1; gift <= 5; gift += 1) {
        room.sendGift({ viewer: `v${sent}`, gift: ROSE, count: gift });
        other.sendGift({ viewer: `v${sent}`, gift: ROSE, count: gift });
        sent += gift;
      }
      await expect.poll(() => [direct.count().gifts, neighbour.count().gifts]).toEqual([sent, sent]);
    },
    sent: () => sent,
  };
}

/** Runs a script soon after the page has opened its socket, and notes half a second later that it has run. */
const onceOpen = (script: string) =>
  `setTimeout(() => { ${script}; setTimeout(() => { window.hasRun = true }, 500) }, 300);`;

describe('hostile room page', { ...needsBrowser, timeout: 180_000 }, () => {
  it.each([
    ['dialogs', 'setInterval(() => { alert(1); confirm(2); prompt(3); }, 50)'],
    [
      'popups',
      `setInterval(() => { window.open('/@stranger/live'); window.open('about:blank', '_blank', 'noopener'); }, 50)`,
    ],
    [
      'downloads',
      `setInterval(() => { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.exe'; a.click(); }, 200)`,
    ],
    ['a file', `setInterval(() => { location.href = 'file:///etc/passwd'; }, 200)`],
    ['a service worker', `navigator.serviceWorker.register('/sw.js').catch(() => {})`],
    [
      'console messages',
      `setInterval(() => { for (let i = 0; i < 50; i += 1) console.log('x'.repeat(10000)); }, 20)`,
    ],
    [
      'changes of its address',
      `let n = 0; setInterval(() => history.replaceState(null, '', '?' + n++), 100)`,
    ],
    [
      'an endless number of room sockets',
      `setInterval(() => new WebSocket('ws://webcast-ws.localhost:' + location.port + '/webcast/im/nothing/'), 20)`,
    ],
    [
      'replaced functions',
      `Document.prototype.querySelectorAll = () => { throw new Error(); }; JSON.parse = () => { throw new Error(); }; Element.prototype.checkVisibility = () => true;`,
    ],
  ])('with %s changes nothing, or only its own line', async (_what, script) => {
    const { hostile, pages, expectOthersCount, sent } = await play(onceOpen(script));
    await hostile.until(({ phase }) => phase === 'live');
    const hasEnded = () => hostile.gaps.length > 0 || hostile.client.state.phase !== 'live';
    await expect.poll(async () => hasEnded() || (await pages.value('window.hasRun'))).toBe(true);
    await expectOthersCount();
    await expectOthersCount();
    // The line counts everything, or it says that it does not.
    const isTrue = () => hostile.count().gifts === sent() || hasEnded();
    await expect.poll(isTrue).toBe(true);
  });

  it('opens no window', async () => {
    const { pages, hostile, expectOthersCount } = await play('');
    await hostile.until(({ phase }) => phase === 'live');
    await pages.run(`for (let i = 0; i < 5; i += 1) window.open('/@stranger/live')`);
    await expectOthersCount();
    const windows = async () => {
      const targets = targetsSchema.parse(await pages.last?.devtools.send('Target.getTargets'));
      return targets.targetInfos.filter(({ type, url }) => type === 'page' && url.includes('stranger'));
    };
    await expect.poll(windows).toEqual([]);
  });

  it('cannot leave for another host', async () => {
    const { hostile, pages, expectOthersCount } = await play(
      onceOpen(`setInterval(() => { location.href = 'http://localhost:${port}/'; }, 100)`),
    );
    await hostile.until(({ phase }) => phase === 'live');
    await expect.poll(() => pages.value('window.hasRun')).toBe(true);
    await expectOthersCount();
    expect([visits, hostile.gaps]).toEqual([0, []]);
  });

  it('is brought back to its room even if it asks whether to leave', async () => {
    const { hostile, pages, room, becomeHarmless, expectOthersCount } = await play(
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; })`,
    );
    await hostile.until(({ phase }) => phase === 'live');
    becomeHarmless();
    await pages.run(`history.pushState(null, '', '/@stranger/live')`);
    await expect.poll(() => hostile.gaps.length).toBe(1);
    await expectOthersCount();
    expect(room.truth().strange).toEqual([]);
  });

  it('that gets 100 MB over the room and another socket changes nothing but its own line', async () => {
    const { hostile, pages, becomeHarmless, expectOthersCount } = await play('');
    await hostile.until(({ phase }) => phase === 'live');
    becomeHarmless();
    const before = process.memoryUsage.rss();
    flooded = 0;
    await pages.run(`
      new WebSocket('ws://webcast-ws.localhost:${port}/webcast/im/flood/');
      new WebSocket('ws://im-ws.localhost:${port}/flood');
    `);
    await expectOthersCount();
    await expect.poll(() => flooded, { timeout: 100_000 }).toBe(2);
    expect(process.memoryUsage.rss() - before).toBeLessThan(MOST_MEMORY);
    // A silent line is live again with the next gift.
    await expectOthersCount();
    await hostile.until(({ phase }) => phase === 'live');
  });

  it('with an endless loop ends only its own line, and is loaded again', async () => {
    const { hostile, becomeHarmless, expectOthersCount } = await play(
      'setTimeout(() => { for (;;); }, 1500)',
      'hanging',
    );
    await hostile.until(({ phase }) => phase === 'live');
    becomeHarmless();
    await expectOthersCount();
    await expect.poll(() => hostile.gaps.length, { timeout: 100_000 }).toBeGreaterThan(0);
    await hostile.until(({ phase }) => phase === 'live');
    await expectOthersCount();
  });
});
