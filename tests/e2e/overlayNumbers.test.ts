import * as fc from 'fast-check';
import type { Browser, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLoopback } from '#backstage/overlay/loopback.ts';
import { stageView } from '#renderer/features/show/stage/stageView.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { fold, type GameState } from '#shared/game/fold.ts';
import { anchorScore } from '#shared/game/round/score.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { totals } from '#shared/game/selectors.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { until } from '#tests/support/until.ts';
import { linesTo } from '../integration/backstage/fixtures.ts';
import { atEnd, backstage, simulator, startShow } from '../integration/backstage/setup.ts';
import type { TestScreen } from '../integration/backstage/testScreen.ts';
import { linkOf } from '../integration/overlay-hub/hub.ts';

const ROSE = 5655;
const BURSTS = 6;
const GIFTS_IN_A_BURST = 20;
const votesOf = (tenths: number) => Math.floor(tenths / 10).toLocaleString('en-US');

let browser: Browser;
let pagesDir: string;

beforeAll(async () => {
  pagesDir = await overlayPages();
  browser = await sharedBrowser();
});

/** A show on air whose hub serves the built pages. */
async function onAir() {
  const sim = await simulator();
  const { screen, overlays, dataDir } = await backstage({ lines: linesTo(sim) });
  const loopback = openLoopback({ endpoint: overlays, dataDir, pagesDir, firstPort: 0, log: () => {} });
  atEnd(() => loopback.close());
  await startShow(screen, sim);
  const widget = async (kind: WidgetKind) => {
    const { link } = await screen.call('overlay.create', { kind, name: kind, language: 'en' });
    return linkOf(screen, link.id);
  };
  return { sim, screen, widget };
}

/** Records the numbers on a page after each change of its state. */
async function notes(page: Page, selector: string): Promise<() => Promise<[seq: number, text: string][]>> {
  await page.evaluate((where) => {
    const noted: [number, string][] = [];
    const note = () =>
      noted.push([
        Number(document.documentElement.dataset.seq),
        [...document.querySelectorAll(where)].map((element) => element.textContent).join(' '),
      ]);
    note();
    new MutationObserver(note).observe(document.documentElement, { attributeFilter: ['data-seq'] });
    Object.assign(window, { noted });
  }, selector);
  return () => page.evaluate(() => (window as Window & { noted?: [number, string][] }).noted ?? []);
}

/** The tool's numbers after each input from `from` on, folded from the inputs that its screens receive. */
function historyOf(
  screen: TestScreen,
  from: GameState,
  say: (state: GameState) => string,
): Map<number, string> {
  const state = structuredClone(from);
  const said = new Map([[state.seq, say(state)]]);
  for (const push of screen.pushes) {
    if (push.push !== 'inputs') continue;
    for (const { seq, input } of push.inputs) {
      if (seq <= state.seq) continue;
      fold(state, seq, input);
      said.set(seq, say(state));
    }
  }
  return said;
}

describe('number on a stream', () => {
  it('equals the number in the tool at the same input, during a storm of gifts', async () => {
    const { sim, screen, widget } = await onAir();
    const link = await widget('totalVotes');
    const view = await openOverlayView(browser, link.url);
    atEnd(() => view.close());
    await view.page.locator('.total__votes').waitFor();
    const start = structuredClone(screen.state);
    const noted = await notes(view.page, '.total__votes');

    const gifts = fc.sample(
      fc.record({ viewer: fc.constantFrom('Aoi', 'Ben', 'Chen'), count: fc.integer({ min: 1, max: 99 }) }),
      { numRuns: BURSTS * GIFTS_IN_A_BURST, seed: 6 },
    );
    // The test waits for the sum of each burst before it sends the next.
    let sent = 0;
    for (let burst = 0; burst < BURSTS; burst += 1) {
      for (const { viewer, count } of gifts.splice(0, GIFTS_IN_A_BURST)) {
        sim.sendGift({ viewer, gift: ROSE, count });
        sent += count;
      }
      await screen.until(() => totals(screen.state).counted.count === sent);
      await until(
        async () => (await noted()).at(-1)?.[1] === votesOf(totals(screen.state).counted.votesTenths),
        'the page to show the last gift',
      );
    }

    const said = historyOf(screen, start, (state) => votesOf(totals(state).counted.votesTenths));
    const seen = await noted();
    expect(new Set(seen.map(([, text]) => text)).size).toBeGreaterThan(BURSTS);
    expect(seen.filter(([seq, text]) => said.get(seq) !== text)).toEqual([]);
    expect(view.faults).toEqual([]);
  });

  it('changes with a correction of the host, as does the ranking', async () => {
    const { sim, screen, widget } = await onAir();
    const view = await openOverlayView(browser, (await widget('anchorCards')).url);
    atEnd(() => view.close());
    sim.sendGift({ viewer: 'Aoi', gift: ROSE, count: 7 });
    const votes = async () => (await view.page.locator('.cards__votes').allTextContents()).join(' ');
    await until(async () => (await votes()) === '7 0', 'the gift to count for the first');
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
    await screen.call('ledger.reassign', { rowIds: rows.map(({ rowId }) => rowId), to: 'anchor:b' });
    await until(async () => (await votes()) === '0 7', 'the correction');
  });

  it('equals the number in the tool in bar and ranking, during gifts, corrections and rounds', async () => {
    const { sim, screen, widget } = await onAir();
    const [preset] = (await screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    await screen.call('presets.save', {
      preset: { ...preset, mode: 'battle', round: { ...preset.round, length: 0 } },
    });
    const links = [await widget('pkBar'), await widget('ranking')];
    const views = await Promise.all(links.map(({ url }) => openOverlayView(browser, url)));
    for (const view of views) atEnd(() => view.close());
    const [bar, ranking] = views;
    if (bar === undefined || ranking === undefined) throw new Error('no pages');
    await bar.page.locator('.pk__votes').first().waitFor();
    await ranking.page.locator('.ranking__row').nth(1).waitFor();
    const start = structuredClone(screen.state);
    const barSaid = await notes(bar.page, '.pk__votes, .pk__share');
    const rankingSaid = await notes(ranking.page, '.ranking__name, .ranking__votes');
    const viewers = ['Aoi', 'Ben', 'Chen', 'Dan'];
    const steps = fc.sample(
      fc.oneof(
        {
          weight: 8,
          arbitrary: fc.record({
            do: fc.constant('gift' as const),
            viewer: fc.constantFrom(...viewers),
            count: fc.integer({ min: 1, max: 60 }),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant('correct' as const),
            to: fc.constantFrom('anchor:a', 'anchor:b', 'unallocated'),
          }),
        },
        { weight: 1, arbitrary: fc.constant({ do: 'round' as const }) },
      ),
      { numRuns: 90, seed: 66 },
    );
    const bothShowIt = async () => {
      await until(async () => (await barSaid()).at(-1)?.[1] === barOf(screen.state), 'the bar to show it');
      await until(
        async () => (await rankingSaid()).at(-1)?.[1] === rankingOf(screen.state),
        'the ranking to show it',
      );
    };
    const sides = { attacker: ['a'], defender: ['b'] };
    await screen.call('round.prepare', sides);
    await screen.call('round.act', { action: 'start' });
    let sent = 0;
    for (const step of steps) {
      if (step.do === 'gift') {
        sim.sendGift({ viewer: step.viewer, gift: ROSE, count: step.count });
        sent += step.count;
        continue;
      }
      const counted = sent;
      await screen.until(() => totals(screen.state).counted.count === counted);
      await bothShowIt();
      if (step.do === 'round') {
        await screen.call('round.act', { action: 'end' });
        await screen.call('round.prepare', sides);
        await screen.call('round.act', { action: 'start' });
      } else {
        const { rows } = await screen.call('ledger.page', { filter: {}, limit: 3 });
        const rowIds = rows.filter(({ target }) => target !== step.to).map(({ rowId }) => rowId);
        if (rowIds.length > 0) await screen.call('ledger.reassign', { rowIds, to: step.to });
      }
    }
    await screen.until(() => totals(screen.state).counted.count === sent);
    await bothShowIt();

    const barHistory = historyOf(screen, start, barOf);
    const barNotes = await barSaid();
    expect(new Set(barNotes.map(([, text]) => text)).size).toBeGreaterThan(10);
    expect(barNotes.filter(([seq, text]) => barHistory.get(seq) !== text)).toEqual([]);
    const rankingHistory = historyOf(screen, start, rankingOf);
    const rankingNotes = await rankingSaid();
    expect(new Set(rankingNotes.map(([, text]) => text)).size).toBeGreaterThan(10);
    expect(rankingNotes.filter(([seq, text]) => rankingHistory.get(seq) !== text)).toEqual([]);
    for (const view of views) expect(view.faults).toEqual([]);
  });
});

/** Whole votes and percents of both sides, as on the tool's stage. */
function barOf(state: GameState): string {
  const { attackerTenths, defenderTenths, attackerShare } = stageView(state);
  const attacker = Math.round(attackerShare * 100);
  return [votesOf(attackerTenths), votesOf(defenderTenths), `${attacker}%`, `${100 - attacker}%`].join(' ');
}

/** Both anchors' scores in the current round, in the order of the preset. */
function rankingOf(state: GameState): string {
  const round = shownRound(state);
  const scores = ['a', 'b'].map((id) => (round === null ? 0 : anchorScore(round, id)));
  return [`Aki ${votesOf(scores[0] ?? 0)}`, `Bea ${votesOf(scores[1] ?? 0)}`].join(' ');
}
