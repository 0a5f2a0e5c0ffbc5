import { describe, expect, it } from 'vitest';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { simulator } from '../backstage/setup.ts';
import { movableClock, openHub } from './hub.ts';

const ROSE = 5655;
const DOUGHNUT = 5879;

/** A settled battle of Aki against Bea, 14 votes to 3. */
async function settledBattle() {
  const time = movableClock();
  const sim = await simulator();
  const hub = await openHub({ lines: linesTo(sim), clock: time.clock });
  const { screen } = hub;
  const { preset } = await screen.call('presets.save', {
    preset: presetDraftSchema.parse({
      name: 'Battle',
      mode: 'battle',
      anchors: [
        { id: 'a', nickname: 'Aki', gift: { ids: [ROSE] } },
        { id: 'b', nickname: 'Bea', gift: { ids: [DOUGHNUT] } },
      ],
      round: { length: 60 },
    }),
  });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
  await screen.until(() => screen.state.status === 'counting');
  await screen.call('round.prepare', { attacker: ['a'], defender: ['b'] });
  await screen.call('round.act', { action: 'start' });
  let sent = 0;
  for (const [viewer, gift, count] of [
    ['Mika', ROSE, 5],
    ['Ken', ROSE, 4],
    ['Yui', ROSE, 3],
    ['Sora', ROSE, 2],
    ['Tom', DOUGHNUT, 1],
  ] as const) {
    sim.sendGift({ viewer, gift, count });
    sent += count;
    await screen.until(() => screen.state.seen.count === sent);
  }
  const settle = async () => {
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.rounds[0]?.settlement !== null);
  };
  return { hub, sim, screen, settle, advance: time.advance };
}

describe('a thank-you card', () => {
  it('names the top three of each side and the biggest gift of a settled round', async () => {
    const { screen, settle } = await settledBattle();
    expect(await screen.refusal('overlay.thanks', { roundId: 1 })).toBe('round.notAllowed');
    await settle();
    const { thanks } = await screen.call('overlay.thanks', { roundId: 1 });
    expect(thanks.card).toMatchObject({ round: 1, kind: 'battle', outcome: 'defender' });
    expect(thanks.attacker).toEqual({
      anchors: ['a'],
      votesTenths: 140,
      top: [
        { name: 'Mika', votesTenths: 50 },
        { name: 'Ken', votesTenths: 40 },
        { name: 'Yui', votesTenths: 30 },
      ],
    });
    expect(thanks.defender).toMatchObject({ anchors: ['b'], top: [{ name: 'Tom' }] });
    expect(thanks.gift).toMatchObject({ viewer: 'Tom', giftId: DOUGHNUT, count: 1, anchorId: 'b' });
    expect(await screen.refusal('overlay.thank', { roundId: 2 })).toBe('round.unknown');
  });

  it('follows corrections: an uncounted gift is not thanked for', async () => {
    const { screen, settle } = await settledBattle();
    await settle();
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 50 });
    const doughnut = rows.find(({ giftId }) => giftId === DOUGHNUT);
    await screen.call('ledger.reassign', { rowIds: [doughnut?.rowId ?? 0], to: 'uncounted' });
    const { thanks } = await screen.call('overlay.thanks', { roundId: 1 });
    expect(thanks.defender?.top).toEqual([]);
    expect(thanks.gift).toMatchObject({ viewer: 'Mika', giftId: ROSE, count: 5 });
  });

  it('is shown on its widgets for twelve seconds, also on a page that opens meanwhile', async () => {
    const { hub, screen, settle, advance } = await settledBattle();
    await settle();
    expect(await screen.call('overlay.thank', { roundId: 1 })).toEqual({ pages: 0 });
    const link = await hub.widget('thanks');
    const page = await hub.shown(link);
    expect(page.state.thanks?.attacker?.top).toHaveLength(3);
    expect(await screen.call('overlay.thank', { roundId: 1 })).toEqual({ pages: 1 });
    advance(11_900);
    const later = await hub.shown(link);
    expect(later.state.thanks?.card).toMatchObject({ outcome: 'defender' });
    advance(200);
    await page.until(() => page.state.thanks?.card === undefined);
    await later.until(() => later.state.thanks?.attacker === undefined);
  });

  it('disappears with its show', async () => {
    const { hub, screen, settle } = await settledBattle();
    await settle();
    const page = await hub.shown(await hub.widget('thanks'));
    await screen.call('overlay.thank', { roundId: 1 });
    await page.until(() => page.state.thanks?.card !== undefined);
    await screen.call('session.act', { action: 'end' });
    const [preset] = (await screen.call('presets.list', {})).presets;
    await screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
    await page.until(() => page.state.thanks?.card === undefined);
  });
});
