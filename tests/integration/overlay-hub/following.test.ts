import { describe, expect, it } from 'vitest';
import { totals } from '#shared/game/selectors.ts';
import { hubOnAir as onAir, openHub } from './hub.ts';

/** The exclusive gift of anchor a. */
const rose = { viewer: 'Aoi', gift: 5655 };

describe('overlay', () => {
  it("shows the show and each change with the tool's numbers", async () => {
    const { sim, hub } = await onAir();
    sim.sendGift({ ...rose, count: 3 });
    await hub.screen.until(() => hub.screen.votes('anchor:a') === 3);
    const page = await hub.shown(await hub.widget('ranking'));
    expect(page.state.show?.it.status).toBe('counting');
    expect(page.state.anchors?.a?.nickname).toBe('Aki');
    expect(page.state.scores?.a?.showTenths).toBe(30);
    expect(page.seq).toBe(hub.screen.state.seq);

    sim.sendGift({ ...rose, count: 5 });
    await page.until(() => page.state.scores?.a?.showTenths === 80);
    await hub.screen.until(() => hub.screen.state.seq >= page.seq);
    expect(page.state.totals?.show?.count).toBe(totals(hub.screen.state).counted.count);
    expect(page.count('snapshot')).toBe(1);
  });

  it('receives only the sections that its widget shows', async () => {
    const { sim, hub } = await onAir();
    const page = await hub.shown(await hub.widget('countdown'));
    expect(Object.keys(page.state).sort()).toEqual(['anchors', 'former', 'round', 'scores', 'show']);
    sim.sendGift({ ...rose, count: 2 });
    await page.until(() => page.count('change') > 0);
    expect(JSON.stringify(page.messages)).not.toMatch(/viewerId|username|userId/);
  });

  it('shows the time that gifts add to a time bonus while the host lets it run', async () => {
    const { sim, hub } = await onAir();
    const widget = await hub.widget('timeBonus');
    const page = await hub.shown(widget);
    const added = () => Object.values(page.state.bonus ?? {}).map(({ bonusMs }) => bonusMs)[0];
    expect(added()).toBeUndefined();
    const { link } = await hub.screen.call('overlay.bonus', { id: widget.id, run: true });
    expect(link.options).toMatchObject({ run: { until: null } });
    sim.sendGift({ ...rose, count: 20 });
    await page.until(() => added() === 2000);
    await hub.screen.call('overlay.bonus', { id: widget.id, run: false });
    await page.until(() => Object.values(page.state.bonus ?? {})[0]?.countdown.since === null);
    sim.sendGift({ viewer: 'Ben', gift: 5655, count: 30 });
    await hub.screen.until(() => hub.screen.votes('anchor:a') === 50);
    expect(added()).toBe(2000);
    const ranking = await hub.widget('ranking');
    expect(await hub.screen.refusal('overlay.bonus', { id: ranking.id, run: true })).toBe('invalid');
  });

  it('receives nothing while nothing changes', async () => {
    const { sim, hub } = await onAir();
    const guide = await hub.shown(await hub.widget('giftGuide'));
    const ranking = await hub.shown(await hub.widget('ranking'));
    sim.sendGift({ ...rose, count: 2 });
    await ranking.until(() => ranking.state.totals?.show?.count === 2);
    expect(guide.messages.map(({ type }) => type)).toEqual(['snapshot']);
  });

  it('receives a snapshot if it has missed a change', async () => {
    const { sim, hub } = await onAir();
    const page = await hub.shown(await hub.widget('ranking'));
    page.lose = true;
    sim.sendGift({ ...rose, count: 1 });
    await page.until(() => page.count('change') === 1);
    expect(page.state.scores?.a?.showTenths).toBe(0);
    sim.sendGift({ ...rose, count: 1 });
    await page.until(() => page.state.scores?.a?.showTenths === 20);
    expect(page.count('snapshot')).toBe(2);
  });

  it("follows the host's options at once and keeps its numbers", async () => {
    const { hub } = await onAir();
    const link = await hub.widget('ranking');
    const page = await hub.shown(link);
    if (link.options.kind !== 'ranking') throw new Error('no ranking');
    const top3 = { ...link.options, a: { ...link.options.a, top: 3 } };
    const { link: once } = await hub.screen.call('overlay.update', { ...link, options: top3 });
    await page.until(() => page.count('options') === 1);
    expect(page.options).toEqual(top3);
    // Another display range needs other numbers, which arrive together with it.
    const users = { ...top3, a: { ...top3.a, subject: 'users' as const } };
    await hub.screen.call('overlay.update', { ...once, options: users });
    await page.until(() => page.count('snapshot') === 2);
    expect(page.options).toEqual(users);
    expect(Object.keys(page.state).sort()).toEqual(['round', 'show', 'usersRound']);
  });

  it('gets gift names in its own language, different for two overlays of one show', async () => {
    const { sim, hub } = await onAir();
    sim.sendGift({ ...rose, count: 1 });
    const names = await Promise.all(
      (['ja', 'en'] as const).map(async (language) => {
        const { link } = await hub.screen.call('overlay.create', {
          kind: 'recentGifts',
          name: language,
          language,
        });
        const page = await hub.shown(link);
        await page.until(() => Object.keys(page.state.recent ?? {}).length === 1);
        return Object.values(page.state.recent ?? {})[0]?.giftName;
      }),
    );
    expect(names).toEqual(['バラ', 'Rose']);
  });

  it('continues with the next show', async () => {
    const { sim, hub } = await onAir();
    const page = await hub.shown(await hub.widget('ranking'));
    sim.sendGift({ ...rose, count: 4 });
    await page.until(() => page.state.scores?.a?.showTenths === 40);
    await hub.screen.call('session.act', { action: 'end' });
    await page.until(() => page.state.show?.it.status === 'ended');
    const [preset] = (await hub.screen.call('presets.list', {})).presets;
    await hub.screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
    await page.until(() => page.state.show?.it.status === 'initialization');
    expect([page.state.scores?.a?.showTenths, page.closed]).toEqual([0, false]);
  });

  it('names the anchor of a gift also after another preset was chosen', async () => {
    const { sim, hub } = await onAir();
    const recent = await hub.shown(await hub.widget('recentGifts'));
    const ranking = await hub.shown(await hub.widget('ranking'));
    sim.sendGift({ ...rose, count: 4 });
    await ranking.until(() => ranking.state.scores?.a?.showTenths === 40);
    const [preset] = (await hub.screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    const anchors = preset.anchors.slice(1);
    await hub.screen.call('presets.save', { preset: { ...preset, anchors } });
    for (const page of [recent, ranking]) {
      await page.until(() => page.state.anchors?.a === undefined);
      expect(page.state.former).toEqual({ a: { nickname: 'Aki', avatar: '' } });
    }
    expect(Object.values(recent.state.recent ?? {}).map(({ anchorId }) => anchorId)).toEqual(['a']);
    expect(ranking.state.scores?.a?.showTenths).toBe(40);
  });

  it('can be open before there is any show', async () => {
    const hub = await openHub();
    const page = await hub.shown(await hub.widget('workbench'));
    expect(page.state).toMatchObject({
      show: { it: { status: 'initialization' } },
      anchors: {},
      scores: {},
      round: {},
    });
  });

  it('receives names with any content unchanged', async () => {
    const { sim, hub } = await onAir();
    const page = await hub.shown(await hub.widget('recentGifts'));
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '\u202Egnp.exe',
      '__proto__',
      '👨‍👩‍👧‍👦'.repeat(20),
      '\u200b\u200b',
      '"\n\\',
    ];
    for (const name of hostile) {
      sim.sendGift({ ...rose, viewer: { id: String(9000 + hostile.indexOf(name)), nickname: name } });
    }
    await page.until(() => Object.keys(page.state.recent ?? {}).length === hostile.length);
    expect(Object.values(page.state.recent ?? {}).map(({ viewer }) => viewer)).toEqual(hostile);
  });

  it('answers a ping with the clock for countdowns', async () => {
    const { hub } = await onAir();
    const page = await hub.shown(await hub.widget('countdown'));
    const before = Date.now();
    page.send({ type: 'ping' });
    await page.until(() => page.count('pong') === 1);
    const pong = page.messages.find(({ type }) => type === 'pong');
    expect(pong?.type === 'pong' && pong.now >= before - 1 && pong.now <= Date.now() + 1).toBe(true);
  });
});

describe('moment of a show', () => {
  it('is sent when it happens, and not to an overlay that connects afterwards', async () => {
    const { sim, hub } = await onAir();
    const { presets } = await hub.screen.call('presets.list', {});
    const [preset] = presets;
    if (preset === undefined) throw new Error('no preset');
    await hub.screen.call('presets.save', { preset: { ...preset, mode: 'battle' } });
    await hub.screen.call('round.prepare', { attacker: ['b'], defender: ['a'] });
    await hub.screen.call('round.act', { action: 'start' });
    const page = await hub.shown(await hub.widget('effects'));
    const ranking = await hub.shown(await hub.widget('ranking'));
    sim.sendGift({ ...rose, count: 4 });
    await page.until(() => page.state.battle?.now?.defenderTenths === 40);
    await hub.screen.call('round.act', { action: 'end' });
    await page.until(() => page.moments.length > 0);
    expect(page.moments).toEqual([{ kind: 'settlement', outcome: 'defender', anchors: ['a'] }]);
    const late = await hub.shown(await hub.widget('effects'));
    late.send({ type: 'ping' });
    await late.until(() => late.count('pong') === 1);
    expect([late.moments, ranking.moments]).toEqual([[], []]);
  });
});
