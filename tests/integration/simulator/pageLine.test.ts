import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChromiumPages } from '#server/pages/chromium.ts';
import type { PageBehaviour } from '#tests/simulator/roomPage.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { backstage, startShow } from '../backstage/setup.ts';
import { type CountingClient, listenAndCount } from './countingClient.ts';
import { OpenedPages } from './openedPages.ts';
import { needsBrowser, chromiumPages as pages } from './ways.ts';

let simulator: Simulator | undefined;
let listener: CountingClient | undefined;
afterEach(async () => {
  listener?.stop();
  await simulator?.close();
});

async function play(options: SimulatorOptions) {
  const running = await startSimulator({ speed: 0, seconds: 30, script: 'rush', ...options });
  const line = options.faults === undefined ? 'healthy' : 'faulty';
  const listening = listenAndCount(running, 'page', line, pages);
  simulator = running;
  listener = listening;
  return { simulator: running, listener: listening };
}

describe('page line', needsBrowser, () => {
  it('returns to the room when the page changes to another room, and marks the gap', async () => {
    let behaviour: PageBehaviour = { wandersAfter: 1 };
    const { simulator, listener } = await play({ script: 'empty', roomPage: () => behaviour });
    await listener.until((state) => state.phase === 'live');
    behaviour = {};
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 1 });
    await expect.poll(() => listener.gaps.map(({ cause }) => cause)).toEqual(['disconnect']);
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await expect.poll(() => listener.count().gifts).toBe(4);
  });

  it('reloads the page when it crashes', async () => {
    const { simulator, listener } = await play({ script: 'empty' });
    await simulator.entered(1);
    await listener.until((state) => state.phase === 'live');
    await pages.close();
    await simulator.entered(2);
    await listener.until((state) => state.phase === 'live');
    expect(listener.gaps.map(({ cause }) => cause)).toEqual(['disconnect']);
  });

  it('closes the page when the line is stopped', async () => {
    simulator = await startSimulator({ script: 'empty' });
    const opened = new OpenedPages();
    listener = listenAndCount(simulator, 'page', 'healthy', opened);
    await listener.until((state) => state.phase === 'live');
    listener.stop();
    await expect.poll(() => opened.value('1')).toBeUndefined();
  });

  it('counts each gift once beside a direct line, while both are cut', async () => {
    const sim = await startSimulator({ script: 'empty' });
    simulator = sim;
    const [line1, line2] = linesTo(sim);
    if (line1 === undefined || line2 === undefined) throw new Error('two lines');
    const { screen } = await backstage({ lines: [line1, { ...line2, kind: 'page' }], pages });
    const { lines, page } = await screen.call('lines.list', {});
    expect(page).toBe('ready');
    await screen.call('lines.save', { lines, bothLines: true });
    await startShow(screen, sim);
    const bothLive = () =>
      screen.until(() => screen.connection?.phase === 'live' && screen.connection.other?.phase === 'live');
    let sent = 0;
    let entries = 2;
    await bothLive();
    await sim.entered(entries);
    for (const viewer of ['Mika', 'Rin', 'Sora']) {
      await bothLive();
      for (let count = 1; count <= 20; count += 1) {
        sim.sendGift({ viewer: `${viewer}${count}`, gift: 5655, count });
        sent += count;
        if (count % 10 > 0) continue;
        // The platform sends again what was not acknowledged before the cut.
        sim.cutNow();
        entries += 2;
        await sim.entered(entries);
      }
      await screen.until(() => screen.votes('anchor:a') >= sent);
    }
    expect(screen.votes('anchor:a')).toBe(sent);
    expect(screen.connection?.other?.kind).toBe('page');
    expect(screen.connection?.stats.gifts).toBeGreaterThan(0);
  });

  it('is read by one browser, which closes when no line has had a page for a while', async () => {
    let launches = 0;
    const find = () => {
      launches += 1;
      return findBrowser() ?? null;
    };
    const pages = new ChromiumPages(find, { idleFor: 100 });
    const [line] = linesTo({ webUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
    if (line === undefined) throw new Error('a line');
    const [one, two] = await Promise.all([pages.open(line), pages.open(line)]);
    const gone = vi.fn();
    two.onGone(gone);
    await one.close();
    await two.close();
    expect(launches).toBe(1);
    const reopened = async () => {
      await (await pages.open(line)).close();
      return launches;
    };
    await expect.poll(reopened, { interval: 1000, timeout: 30_000 }).toBe(2);
    expect(gone).not.toHaveBeenCalled();
    await pages.close();
  });

  it.each([
    ['state', undefined],
    ['socket', "document.querySelector('#SIGI_STATE').remove()"],
  ])('learns the room from the %s of its page when look-ups are refused', async (_source, script) => {
    const { simulator, listener } = await play({
      script: 'empty',
      faults: 'look-up-blocked',
      roomPage: () => (script === undefined ? {} : { script }),
    });
    await listener.until((state) => state.phase === 'live');
    expect(listener.client.state.roomId).toBe(simulator.roomId);
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await expect.poll(() => listener.count().gifts).toBe(3);
  });

  it('reports a missing browser', async () => {
    simulator = await startSimulator({ script: 'empty' });
    const none = new ChromiumPages(() => null);
    expect(none.state).toBe('noBrowser');
    listener = listenAndCount(simulator, 'page', 'healthy', none);
    await listener.until((state) => state.phase === 'failed');
    expect(listener.client.state.problem).toEqual({ code: 'page.noBrowser' });
  });
});
