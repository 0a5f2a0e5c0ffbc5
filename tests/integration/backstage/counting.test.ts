import { describe, expect, it } from 'vitest';
import { describeEachWay } from '../simulator/ways.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

const ROSE = 5655;

describeEachWay('show on air', ({ pages, lines }) => {
  it('counts an exclusive gift for its anchor, and shows it on every screen', async () => {
    const sim = await simulator();
    const { screen, connect } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    let told = 0;
    const other = connect({ by: 'other', send: (push) => (told += push.push === 'inputs' ? 1 : 0) });
    await other.request({ id: 1, call: 'show.subscribe', args: {} });
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await screen.until(() => screen.votes('anchor:a') === 3);
    await screen.until(() => told > 0);
    expect(screen.snapshots).toBe(1);
  });

  it('ignores a frame that the platform sends again', async () => {
    const sim = await simulator({
      script: 'mixed',
      speed: 20,
      seconds: 40,
      giftsPerSecond: 30,
      faults: 'duplicate,reorder',
    });
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    await sim.settled;
    await sim.allAcked();
    await screen.until(() => screen.state.seen.count >= sim.delivered().gifts);
    expect(screen.state.seen.count).toBe(sim.delivered().gifts);
    expect(screen.state.seen.diamonds).toBe(sim.delivered().diamonds);
  });

  it('marks the time without a connection as a gap and continues exactly after it', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    const { groupId } = sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 4, close: false });
    await screen.until(() => screen.votes('anchor:a') === 4);
    sim.cutNow();
    await sim.entered(2);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 9, step: 1, groupId });
    await screen.until(() => screen.votes('anchor:a') === 9);
    expect(screen.state.gaps).toMatchObject([{ cause: 'disconnect' }]);
    const page = await screen.call('ledger.page', { filter: {}, limit: 10 });
    expect(page.rows).toMatchObject([{ count: 9, marks: ['missedMessage'] }]);
  });

  it('switches the line during a show without losing or doubling a gift', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
    await screen.until(() => screen.votes('anchor:a') === 2);
    const { showId } = screen;
    await screen.call('room.open', { username: sim.username, lineId: 'line2' });
    await sim.entered(2);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    await screen.until(() => screen.votes('anchor:a') >= 7);
    expect(screen.votes('anchor:a')).toBe(7);
    expect(screen.showId).toBe(showId);
  });

  it('stores a gift outside of the catalogue, so that a later show can choose it', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    expect((await screen.call('gifts.learned', {})).gifts).toEqual([]);
    sim.sendGift({ viewer: 'Mika', gift: { id: 990_001, name: 'Paper Crane', diamonds: 7, type: 1 } });
    await screen.until(() => screen.state.seen.count === 1);
    expect((await screen.call('gifts.learned', {})).gifts).toEqual([
      { id: 990_001, name: 'Paper Crane', diamonds: 7, streak: true },
    ]);
  });

  it('lists messages that it could not decode', async () => {
    const sim = await simulator({ script: 'mixed', speed: 20, seconds: 20, faults: 'garbage' });
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    await sim.settled;
    await screen.until(() => (screen.connection?.stats.broken ?? 0) > 0);
    const { methods } = await screen.call('inspect.messages', {});
    const broken = methods.filter(({ kind }) => kind === 'broken');
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.flatMap(({ samples }) => samples).every(({ payload }) => payload !== '')).toBe(true);
  });
});

describe('show on air', () => {
  it('acknowledges only stored messages, so that a crash loses none', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    await sim.allAcked();
    const page = await screen.call('ledger.page', { filter: {}, limit: 10 });
    expect(page.rows).toMatchObject([{ viewerName: 'Mika', giftId: ROSE, count: 1, target: 'anchor:a' }]);
  });
});
