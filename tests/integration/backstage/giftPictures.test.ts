import { describe, expect, it } from 'vitest';
import type { BackstageOptions } from '#backstage/options.ts';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import type { ShowGift } from '#backstage/rehearsal/show/gifts.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { openHub } from '../overlay-hub/hub.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';
import type { TestScreen } from './testScreen.ts';

const quick = { apart: 1, retry: 60_000 };

/** Gifts whose picture is the portrait `look` on the simulated platform. */
const pictured = (sim: Simulator, id: number, look: number): ShowGift => ({
  id,
  name: 'Gift',
  diamonds: 1,
  type: 2,
  picture: `${sim.webUrl}/avatar/${look.toString(16)}.png`,
});

/** A counting show, with the addresses that the backstage has fetched. */
async function show(more: Partial<BackstageOptions> = {}) {
  const sim = await simulator();
  const fetched: string[] = [];
  const spying: typeof fetch = (url, init) => {
    fetched.push(String(url));
    return fetch(url, init);
  };
  const options = { lines: linesTo(sim), giftPictureTimes: quick, fetch: spying, ...more };
  const opened = await backstage(options);
  await startShow(opened.screen, sim);
  return { sim, fetched, options, ...opened };
}

/** The pushed pictures by gift. */
function known({ pushes }: TestScreen): Map<number, string> {
  const pairs = pushes.flatMap((push) => (push.push === 'giftPictures' ? push.pictures : []));
  return new Map(pairs.map(({ giftId, picture }) => [giftId, picture]));
}

describe('pictures of gifts', () => {
  it('are fetched once from the platform, pushed to screens, and known at once after a restart', async () => {
    const { sim, screen, fetched, close, dataDir, options } = await show();
    const first = pictured(sim, 900_001, 7);
    sim.sendGift({ viewer: 'Mika', gift: first });
    sim.sendGift({ viewer: 'Rei', gift: first });
    sim.sendGift({ viewer: 'Rei', gift: pictured(sim, 900_002, 8) });
    await screen.until(() => known(screen).size === 2);
    const id = known(screen).get(900_001) ?? '';
    const { pictures } = await screen.call('pictures.read', { pictures: [id] });
    const drawn = Buffer.from(drawPortrait(7)).toString('base64');
    expect(pictures).toEqual([{ id, data: `data:image/png;base64,${drawn}` }]);
    expect(fetched.filter((url) => url === first.picture)).toHaveLength(1);
    await close();
    const again = await backstage({ ...options, dataDir });
    expect(known(again.screen)).toEqual(known(screen));
  });

  it('reach the overlays that show gifts, also those that are open while a picture is fetched', async () => {
    const sim = await simulator();
    const hub = await openHub({ lines: linesTo(sim), giftPictureTimes: quick });
    await startShow(hub.screen, sim);
    const { url } = await hub.widget('recentGifts');
    const page = await hub.shown({ url });
    const other = await hub.shown(await hub.widget('countdown'));
    await page.until(() => page.state.giftPictures !== undefined);
    sim.sendGift({ viewer: 'Mika', gift: pictured(sim, 900_001, 7) });
    await page.until(() => page.state.giftPictures?.[900_001] !== undefined);
    const answer = await fetch(new URL(page.state.giftPictures?.[900_001] ?? '', url));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(drawPortrait(7)));
    expect(other.state).not.toHaveProperty('giftPictures');
    const later = await hub.shown(await hub.widget('giftGuide'));
    await later.until(() => later.state.giftPictures?.[900_001] !== undefined);
  });

  it('are not fetched from another host, and the gift counts', async () => {
    const { sim, screen, fetched } = await show();
    const foreign = { ...pictured(sim, 900_003, 7), picture: 'https://example.org/rose.png' };
    sim.sendGift({ viewer: 'Mika', gift: foreign, count: 3 });
    sim.sendGift({ viewer: 'Mika', gift: pictured(sim, 900_004, 7) });
    await screen.until(() => known(screen).has(900_004) && screen.votes('unallocated') === 4);
    expect(known(screen).has(900_003)).toBe(false);
    expect(fetched.filter((url) => !url.startsWith(sim.webUrl))).toEqual([]);
  });

  it('that the platform does not have delay no other and cost no gift', async () => {
    const { sim, screen } = await show();
    const missing = { ...pictured(sim, 900_005, 7), picture: `${sim.webUrl}/nothing/here.png` };
    sim.sendGift({ viewer: 'Mika', gift: missing });
    sim.sendGift({ viewer: 'Mika', gift: pictured(sim, 900_006, 7) });
    await screen.until(() => known(screen).has(900_006) && screen.votes('unallocated') === 2);
    expect(known(screen).has(900_005)).toBe(false);
  });
});
