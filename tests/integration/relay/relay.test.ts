import { describe, expect, it } from 'vitest';
import { totals } from '#shared/game/selectors.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import { backstage, simulator, temporaryFolder } from '../backstage/setup.ts';
import type { TestScreen } from '../backstage/testScreen.ts';
import { linesBy, startRelay, Wires } from './relayServer.ts';

const ROSE = 5655;

async function begin(screen: TestScreen, sim: Simulator, lineId: 'line1' | 'line2' = 'line2'): Promise<void> {
  const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId });
  await screen.live();
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
}

const counted = (screen: TestScreen) => totals(screen.state).seen.count;

/** Sends combos of nine roses in three messages each. Returns the number of roses. */
function sendCombos(sim: Simulator, viewer: string, combos: number): number {
  for (let combo = 0; combo < combos; combo += 1) {
    sim.sendGift({ viewer: `${viewer}${combo}`, gift: ROSE, count: 9, step: 3 });
  }
  return combos * 9;
}

describe('a room through a relay', () => {
  it('has one connection to the platform for all users, and the same counts for each', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const lines = (name: string) => ({ lines: linesBy(sim, relay, name) });
    const one = await backstage(lines('aki'));
    const two = await backstage(lines('bea'));
    await begin(one.screen, sim);
    await begin(two.screen, sim);
    const sent = sendCombos(sim, 'Mika', 20);
    await one.screen.until(() => counted(one.screen) >= sent);
    await two.screen.until(() => counted(two.screen) >= sent);
    expect([counted(one.screen), counted(two.screen)]).toEqual([sent, sent]);
    expect(one.screen.connection).toMatchObject({ kind: 'relay', phase: 'live' });
    expect(relay.upstream()).toBe(1);
  });

  it('delivers the frames that were sent during a disconnection', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const wires = new Wires();
    const { screen } = await backstage({ lines: linesBy(sim, relay, 'aki'), openSocket: wires.open });
    await begin(screen, sim);
    let sent = sendCombos(sim, 'Mika', 5);
    await screen.until(() => counted(screen) >= sent);
    wires.cut();
    await screen.until(() => screen.connection?.phase === 'reconnecting');
    sent += sendCombos(sim, 'Rin', 5);
    await screen.until(() => counted(screen) >= sent);
    expect(counted(screen)).toBe(sent);
    expect(screen.state.gaps).toHaveLength(1);
  });

  it('delivers the missed frames to an app that was closed during a show, and none to a new show', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const dataDir = temporaryFolder();
    const lines = linesBy(sim, relay, 'aki');
    const first = await backstage({ lines, dataDir });
    await begin(first.screen, sim);
    let sent = sendCombos(sim, 'Mika', 3);
    await first.screen.until(() => counted(first.screen) >= sent);
    await first.close();
    sent += sendCombos(sim, 'Rin', 3);

    const second = await backstage({ lines, dataDir });
    await second.screen.until(() => counted(second.screen) >= sent);
    expect(counted(second.screen)).toBe(sent);

    const stranger = await backstage({ lines: linesBy(sim, relay, 'bea') });
    await begin(stranger.screen, sim);
    sim.sendGift({ viewer: 'New', gift: ROSE, count: 2 });
    await stranger.screen.until(() => counted(stranger.screen) >= 2);
    expect(counted(stranger.screen)).toBe(2);
  });

  it('loses and doubles no gift when the host switches lines during a streak', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const { screen } = await backstage({ lines: linesBy(sim, relay, 'aki') });
    await begin(screen, sim, 'line1');
    const username = sim.username;
    const { groupId } = sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 4, close: false });
    await screen.until(() => counted(screen) >= 4);
    let sent = 10;
    for (const lineId of ['line2', 'line1', 'line2'] as const) {
      const switching = screen.call('room.open', { username, lineId });
      sent += sendCombos(sim, `Fan of ${lineId} ${sent} `, 4);
      await switching;
      sent += sendCombos(sim, `Friend of ${lineId} ${sent} `, 4);
      await screen.until(() => screen.connection?.phase === 'live' && screen.connection.lineId === lineId);
    }
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 10, step: 6, groupId });
    await screen.until(() => counted(screen) >= sent);
    expect(counted(screen)).toBe(sent);
  });

  it('is refused with room.relayRefused to a user who is not signed in', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const { screen } = await backstage({ lines: linesBy(sim, relay, '') });
    expect(await screen.refusal('room.open', { username: sim.username, lineId: 'line2' })).toBe(
      'room.relayRefused',
    );
    expect(relay.upstream()).toBe(0);
  });

  it('is limited to a number of sockets per user', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim, { limits: { socketsOfUser: 1 } });
    const one = await backstage({ lines: linesBy(sim, relay, 'aki') });
    await begin(one.screen, sim);
    const two = await backstage({ lines: linesBy(sim, relay, 'aki') });
    await two.screen.call('room.open', { username: sim.username, lineId: 'line2' });
    await two.screen.until(() => two.screen.connection?.problem?.code === 'room.rateLimited');
    const other = await backstage({ lines: linesBy(sim, relay, 'bea') });
    await begin(other.screen, sim);
    expect(other.screen.connection?.phase).toBe('live');
  });

  it('reports the platform’s answer for an unknown username', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const { screen } = await backstage({ lines: linesBy(sim, relay, 'aki') });
    expect(await screen.refusal('room.open', { username: 'nobody.here', lineId: 'line2' })).toBe(
      'room.noSuchUser',
    );
  });
});
