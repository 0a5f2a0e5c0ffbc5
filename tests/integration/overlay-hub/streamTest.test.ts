import { describe, expect, it } from 'vitest';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { StreamTest } from '#shared/contract/overlay/streamTest.ts';
import type { OverlayPage } from '#tests/support/overlayPage.ts';
import { hubOnAir, movableClock, openHub, type TestHub } from './hub.ts';

const rose = { viewer: 'Aoi', gift: 5655 };

const run = ({ screen }: TestHub, { id }: OverlayLinkView, test: StreamTest | null) =>
  screen.call('overlay.test', { id, test });
const momentsOf = (page: OverlayPage) =>
  page.messages.flatMap((message) => (message.type === 'moments' ? message.moments : []));
const levelOf = (page: OverlayPage) => page.state.battle?.now?.effectLevel ?? 0;

describe('test on stream', () => {
  it('shows a level on the pages of its link only, while their numbers go on and nothing is counted', async () => {
    const { sim, hub } = await hubOnAir();
    const tested = await hub.widget('effects');
    const page = await hub.shown(tested);
    const other = await hub.shown(await hub.widget('effects'));
    const { link } = await run(hub, tested, { kind: 'level3', side: 'defender' });
    expect(link.testing).toBe(true);
    await page.until(() => levelOf(page) === 3);
    expect(page.state.battle?.now?.effectSide).toBe('defender');
    const later = await hub.shown(tested);
    expect(levelOf(later)).toBe(3);
    sim.sendGift({ ...rose, count: 4 });
    await page.until(() => page.state.scores?.a?.showTenths === 40);
    expect(levelOf(page)).toBe(3);
    await other.until(() => other.state.scores?.a?.showTenths === 40);
    expect(levelOf(other)).toBe(0);
    expect(hub.screen.state.seen.count).toBe(4);

    expect((await run(hub, tested, null)).link.testing).toBe(false);
    await page.until(() => levelOf(page) === 0);
    await later.until(() => levelOf(later) === 0);
    expect(page.state.scores?.a?.showTenths).toBe(40);
  });

  it('plays a moment after the page shows its anchors, and only once', async () => {
    const { hub } = await hubOnAir();
    const tested = await hub.widget('effects');
    const page = await hub.shown(tested);
    await run(hub, tested, { kind: 'settlement', side: 'attacker' });
    await page.until(() => momentsOf(page).length === 1);
    const [moment] = momentsOf(page);
    expect(moment).toMatchObject({ kind: 'settlement', outcome: 'attacker' });
    // The page plays its sound, which follows from the state in a show.
    expect(page.messages.filter(({ type }) => type === 'moments')).toMatchObject([{ test: true }]);
    await run(hub, tested, { kind: 'restored', side: 'attacker' });
    await page.until(() => momentsOf(page).length === 2);
    expect(momentsOf(page)[1]).toMatchObject({ kind: 'resurrection', restored: true });
    await run(hub, tested, null);
    await page.until(() => page.messages.at(-1)?.type === 'snapshot');
    expect(momentsOf(page)).toHaveLength(2);
  });

  it('works without a show, with stand-ins for the anchors', async () => {
    const hub = await openHub();
    const tested = await hub.widget('giftAlert');
    const page = await hub.shown(tested);
    await run(hub, tested, { kind: 'alert', side: 'attacker' });
    await page.until(() => page.state.alerts?.test !== undefined);
    const anchorId = page.state.alerts?.test?.anchorId ?? '';
    expect(page.state.anchors?.[anchorId]?.nickname).toBe('A');
    await run(hub, tested, null);
    await page.until(() => page.state.alerts?.test === undefined);
    expect(page.state.anchors).toEqual({});
  });

  it('ends by itself after some seconds, and tells every screen', async () => {
    const time = movableClock();
    const hub = await openHub({ clock: time.clock });
    const tested = await hub.widget('effects');
    const page = await hub.shown(tested);
    const isTesting = () => {
      const push = hub.screen.pushes.findLast((each) => each.push === 'overlay.changed');
      return push?.push === 'overlay.changed' && push.links.some(({ testing }) => testing);
    };
    await run(hub, tested, { kind: 'level1', side: 'attacker' });
    await hub.screen.until(isTesting);
    await page.until(() => levelOf(page) === 1);
    time.advance(7900);
    expect(levelOf(page)).toBe(1);
    time.advance(200);
    await page.until(() => levelOf(page) === 0);
    await hub.screen.until(() => !isTesting());
  });

  it('refuses what the widget does not show', async () => {
    const hub = await openHub();
    const ranking = await hub.widget('ranking');
    const test = { kind: 'level1', side: 'attacker' } as const;
    expect(await hub.screen.refusal('overlay.test', { id: ranking.id, test })).toBe('invalid');
    expect(await hub.screen.refusal('overlay.test', { id: 'gone', test })).toBe('overlay.notFound');
  });
});
