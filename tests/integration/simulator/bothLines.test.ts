import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesTo } from '../backstage/fixtures.ts';
import { backstage, simulator, startShow } from '../backstage/setup.ts';
import { OpenedPages } from './openedPages.ts';
import { needsBrowser } from './ways.ts';

/** Each run loads a page a few times, which takes seconds. */
const RUNS = 5;
const ROSE = 5655;

const interruption = fc.constantFrom(
  'direct cut',
  'page cut',
  'both cut',
  'page crashes',
  'page reloads',
  'none',
);
const step = fc.record({
  gifts: fc.array(
    fc.record({ viewer: fc.integer({ min: 1, max: 9 }), count: fc.integer({ min: 1, max: 12 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  interruption,
});

it('counts every gift of a random show once over a direct and a page line, with cuts of either', {
  ...needsBrowser,
  timeout: 240_000,
}, async () => {
  const show = fc.array(step, { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(show, async (steps) => {
      const sim = await simulator();
      const pages = new OpenedPages();
      const [line1, line2] = linesTo(sim);
      if (line1 === undefined || line2 === undefined) throw new Error('two lines');
      const opened = await backstage({ lines: [line1, { ...line2, kind: 'page' }], pages, random: () => 0 });
      const { screen } = opened;
      const { lines } = await screen.call('lines.list', {});
      await screen.call('lines.save', { lines, bothLines: true });
      await startShow(screen, sim);
      await screen.until(() => screen.connection?.other?.phase === 'live');
      for (const { gifts, interruption } of steps) {
        // A crash can lose what the page has acknowledged. The direct line has received it too, if it is connected.
        if (interruption === 'page crashes') await screen.until(() => screen.connection?.phase === 'live');
        for (const [index, { viewer, count }] of gifts.entries()) {
          if (index === Math.floor(gifts.length / 2)) interrupt(interruption);
          sim.sendGift({ viewer: `v${viewer}`, gift: ROSE, count });
        }
        await screen.until(
          () => screen.connection?.phase === 'live' || screen.connection?.other?.phase === 'live',
        );
      }
      await screen.until(() => screen.connection?.phase === 'live');
      await sim.allAcked();
      const { gifts, diamonds } = sim.delivered();
      await expect
        .poll(() => [screen.state.seen.count, screen.state.seen.diamonds])
        .toEqual([gifts, diamonds]);
      expect(screen.votes('anchor:a')).toBe(diamonds);
      await opened.close();
      await sim.close();

      function interrupt(what: (typeof steps)[number]['interruption']): void {
        if (what === 'direct cut') sim.cutNow('direct');
        else if (what === 'page cut') sim.cutNow('page');
        else if (what === 'both cut') sim.cutNow();
        else if (what === 'page crashes') pages.crash();
        else if (what === 'page reloads') pages.reload();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
