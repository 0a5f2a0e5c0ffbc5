import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BackstageOptions } from '#backstage/options.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { leftOf } from '#shared/game/round/round.ts';
import { currentRound } from '#shared/game/round/view.ts';
import { serialise } from '#shared/game/serialise.ts';
import { SetClock } from '#tests/support/setClock.ts';
import { atEnd, backstage, linesTo, simulator, temporaryFolder } from './setup.ts';

const HOUR = 3_600_000;
const ROSE = 5655;
const DOUGHNUT = 5879;

/** Aki against Bea in a running round of five minutes, on a machine whose clock can be set. */
async function roundOnAir(options: Partial<BackstageOptions> = {}) {
  const sim = await simulator();
  const machine = new SetClock();
  const opened = await backstage({ lines: linesTo(sim), clock: machine.clock, ...options });
  const { screen } = opened;
  const draft = presetDraftSchema.parse({
    name: 'Battle',
    mode: 'battle',
    anchors: [
      { id: 'a', nickname: 'Aki', gift: { ids: [ROSE] } },
      { id: 'b', nickname: 'Bea', gift: { ids: [DOUGHNUT] } },
    ],
    round: { length: 300 },
  });
  const { preset } = await screen.call('presets.save', { preset: draft });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
  await screen.call('round.prepare', { attacker: ['a'], defender: ['b'] });
  await screen.call('round.act', { action: 'start' });
  await screen.until(() => currentRound(screen.state)?.phase === 'running');
  const inRound = (target: 'anchor:a' | 'anchor:b') =>
    (screen.state.rounds[0]?.targets.get(target)?.votesTenths ?? 0) / 10;
  const left = () => {
    const round = currentRound(screen.state);
    return round === null ? 0 : (leftOf(round.countdown, machine.clock.now()) ?? 0);
  };
  return { ...opened, sim, machine, screen, inRound, left };
}

describe('system clock that is set during a show', () => {
  it.each([3 * HOUR, -3 * HOUR])('by %i ms does not affect rounds or combos', async (step) => {
    const { sim, machine, screen, inRound, left } = await roundOnAir();
    const { groupId } = sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 40, close: false });
    await screen.until(() => inRound('anchor:a') === 40);
    const before = left();
    machine.set(step);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 41, step: 1, groupId });
    await screen.until(() => inRound('anchor:a') >= 41);
    sim.sendGift({ viewer: 'Noa', gift: DOUGHNUT, count: 1 });
    await screen.until(() => inRound('anchor:b') > 0);
    expect(inRound('anchor:a')).toBe(41);
    expect(currentRound(screen.state)?.phase).toBe('running');
    expect(before - left()).toBeGreaterThanOrEqual(0);
    expect(before - left()).toBeLessThan(30_000);
    expect(screen.state.gapCount).toBe(0);
    expect(screen.connection?.phase).toBe('live');
  });

  it('back by hours leaves the round unchanged, also after a restart', async () => {
    const dataDir = temporaryFolder();
    const first = await roundOnAir({ dataDir });
    first.sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    await first.screen.until(() => first.inRound('anchor:a') === 5);
    const before = first.left();
    await first.close();
    const machine = new SetClock();
    machine.set(-3 * HOUR);
    const { screen } = await backstage({ dataDir, lines: linesTo(first.sim), clock: machine.clock });
    await first.sim.entered(2);
    const round = currentRound(screen.state);
    expect(round?.phase).toBe('running');
    const left = round === null ? 0 : (leftOf(round.countdown, machine.clock.now()) ?? 0);
    expect(before - left).toBeGreaterThanOrEqual(0);
    expect(before - left).toBeLessThan(60_000);
    first.sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
    await screen.until(() => (screen.state.rounds[0]?.targets.get('anchor:a')?.votesTenths ?? 0) === 70);
  });

  it('is used again for the next show', async () => {
    const { machine, screen, sim } = await roundOnAir();
    machine.set(HOUR);
    const begun = screen.state.startedAt;
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    expect(screen.state.endedAt - begun).toBeLessThan(HOUR / 2);
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    const { shows } = await screen.call('show.list', {});
    expect((shows[0]?.createdAt ?? 0) - begun).toBeGreaterThan(HOUR / 2);
  });
});

describe('machine that sleeps during a show', () => {
  it('wakes to a round that ended in time and a gap, and continues to count', async () => {
    const { sim, machine, screen, inRound } = await roundOnAir({
      times: { silentAfter: 1000, deadAfter: 2000 },
    });
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 7 });
    await screen.until(() => inRound('anchor:a') === 7);
    const startedAt = screen.state.rounds[0]?.startedAt ?? 0;
    machine.sleep(3 * HOUR);
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    expect(screen.state.rounds[0]).toMatchObject({ endedAt: startedAt + 300_000 });
    expect(screen.state.rounds[0]?.settlement).toMatchObject({ outcome: 'attacker', attackerTenths: 70 });
    await screen.until(() => screen.state.gapCount > 0);
    const [gap] = screen.state.gaps;
    expect((gap?.until ?? 0) - (gap?.from ?? 0)).toBeGreaterThan(2.9 * HOUR);
    await screen.until(() => screen.connection?.phase === 'live');
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
    await screen.until(() => screen.votes('anchor:a') === 9);
    expect(inRound('anchor:a')).toBe(7);
    expect(screen.state.status).toBe('counting');
  });
});

describe('time zone that changes during a show', () => {
  it('changes no time, no order and no file name', async () => {
    const zone = process.env.TZ;
    atEnd(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    process.env.TZ = 'America/Los_Angeles';
    const { sim, screen, inRound, left, dataDir, close } = await roundOnAir();
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    await screen.until(() => inRound('anchor:a') === 5);
    const before = left();
    const localBefore = new Date(0).getHours();
    process.env.TZ = 'Asia/Tokyo';
    expect(new Date(0).getHours()).not.toBe(localBefore);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await screen.until(() => inRound('anchor:a') === 8);
    expect(before - left()).toBeLessThan(30_000);
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
    expect(rows.map(({ count }) => count)).toEqual([3, 5]);
    expect((rows[0]?.at ?? 0) - (rows[1]?.at ?? 0)).toBeLessThan(30_000);
    const { shows } = await screen.call('show.list', {});
    expect(
      shows[0]?.showId.startsWith(
        new Date(shows[0].createdAt).toISOString().slice(0, 10).replaceAll('-', ''),
      ),
    ).toBe(true);
    const state = serialise(screen.state);
    await close();
    const { screen: again } = await backstage({ dataDir });
    expect(again.state.rounds[0]?.targets).toEqual(screen.state.rounds[0]?.targets);
    expect(again.state.startedAt).toBe(state.startedAt);
    expect(readFileSync(`${dataDir}/shows/${screen.showId}/show.json`, 'utf8')).toContain(
      String(shows[0]?.createdAt),
    );
  });
});
