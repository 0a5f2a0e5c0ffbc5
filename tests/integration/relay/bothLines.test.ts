import { describe, expect, it } from 'vitest';
import { createSource } from '#backstage/sources/lines.ts';
import { totals } from '#shared/game/selectors.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { linesTo, presetOfTwo } from '../backstage/fixtures.ts';
import { backstage, simulator, temporaryFolder } from '../backstage/setup.ts';
import type { TestScreen } from '../backstage/testScreen.ts';
import { linesBy, startRelay, Wires } from './relayServer.ts';

const ROSE = 5655;
const counted = (screen: TestScreen) => totals(screen.state).seen.count;

function sendCombos(sim: Simulator, viewer: string, combos: number): number {
  for (let combo = 0; combo < combos; combo += 1) {
    sim.sendGift({ viewer: `${viewer}${combo}`, gift: ROSE, count: 6, step: 2 });
  }
  return combos * 6;
}

async function onBothLines() {
  const sim = await simulator();
  const relay = await startRelay(sim);
  const direct = new Wires();
  const relayed = new Wires();
  const { screen } = await backstage({
    lines: linesBy(sim, relay, 'aki'),
    createSource: (line) => createSource(line, { device: 'device' }),
    openSocket: (opening, events) =>
      (opening.url.includes('/relay/') ? relayed : direct).open(opening, events),
  });
  const { lines } = await screen.call('lines.list', {});
  await screen.call('lines.save', { lines, bothLines: true });
  const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await screen.call('session.act', { action: 'start' });
  await bothLive(screen);
  return { sim, screen, direct, relayed };
}

const bothLive = (screen: TestScreen) =>
  screen.until(() => screen.connection?.phase === 'live' && screen.connection.other?.phase === 'live');

describe('two lines at once', () => {
  it('count every gift once, and both appear in the connection', async () => {
    const { sim, screen } = await onBothLines();
    const sent = sendCombos(sim, 'Mika', 20);
    await screen.until(() => counted(screen) >= sent);
    sim.sendGift({ viewer: 'Last', gift: ROSE });
    await screen.until(() => counted(screen) >= sent + 1);
    expect(counted(screen)).toBe(sent + 1);
    expect(screen.connection).toMatchObject({ lineId: 'line1', other: { lineId: 'line2', kind: 'relay' } });
  });

  it.each(['direct', 'relayed'] as const)('leave no gap if the %s line is cut', async (name) => {
    const { sim, screen, ...wires } = await onBothLines();
    let sent = sendCombos(sim, 'Mika', 5);
    wires[name].cut();
    sent += sendCombos(sim, 'Rin', 5);
    await screen.until(
      () => screen.connection?.phase !== 'live' || screen.connection.other?.phase !== 'live',
    );
    sent += sendCombos(sim, 'Sora', 5);
    await bothLive(screen);
    sent += sendCombos(sim, 'Yui', 5);
    await screen.until(() => counted(screen) >= sent);
    expect(counted(screen)).toBe(sent);
    expect(screen.state.gaps).toEqual([]);
  });

  it('leave a gap if both lines are cut', async () => {
    const { screen, direct, relayed } = await onBothLines();
    direct.cut();
    relayed.cut();
    await screen.until(() => screen.state.gaps.length > 0);
    await bothLive(screen);
    expect(screen.state.gaps.length).toBeGreaterThan(0);
  });

  it('are off by default, and their setting is kept', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const first = await backstage({ lines: linesTo(sim), dataDir });
    const { lines, bothLines } = await first.screen.call('lines.list', {});
    expect(bothLines).toBe(false);
    await first.screen.call('lines.save', { lines, bothLines: true });
    await first.screen.call('lines.save', { lines });
    await first.close();
    const second = await backstage({ lines: linesTo(sim), dataDir });
    expect((await second.screen.call('lines.list', {})).bothLines).toBe(true);
  });
});
