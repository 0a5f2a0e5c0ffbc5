import type { Browser, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/contract/language.ts';
import { DOUGHNUT, duelPreset, HOST, ROSE } from '#tests/support/duel.ts';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { speak } from '#tests/support/speak.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const languages = ['ja', 'en', 'zh_CN'] as const;

/** Three on each side, and three who sit out. */
const anchors = [
  'Mika',
  'Rei',
  'Yuki',
  'Sora',
  'Christina Evergreen',
  '佐々木さくら子',
  'Kenji',
  'Mona',
  'Lee',
].map((nickname, place) => ({
  id: `a${place}`,
  nickname,
  ...(place === 0 ? { gift: { ids: [ROSE] } } : {}),
}));
const sides = { attacker: ['a0', 'a1', 'a2'], defender: ['a3', 'a4', 'a5'] };

interface Spot {
  /** The words of a button, and its place (px): left, top, width and height. */
  words: string;
  box: string;
}

/** The buttons under the thumb: anchors, other decisions, and the round's. */
function spots(page: Page): Promise<Spot[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-remote] section button[title], [data-round-controls] button')].map(
      (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return {
          words: button.textContent,
          box: [left, top, width, height].map(Math.round).join(' '),
        };
      },
    ),
  );
}

/** Pairs a phone by the address of its code. */
async function pair(show: OnAirWeb): Promise<Page> {
  const { links } = await show.call('phones.invite', {});
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addInitScript(() => localStorage.setItem('lang', 'en'));
  const page = await context.newPage();
  await page.goto(links[0] ?? '');
  await page.locator('main button').tap();
  await page.locator('[data-remote]').waitFor();
  return page;
}

describe('the buttons of a phone', () => {
  it('keep their places whatever appears above them, in each language', async () => {
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    try {
      const { preset } = await show.call('presets.save', {
        preset: duelPreset({ anchors, battle: { knockOut: 'lowest' }, round: { length: 600, delay: 0 } }),
      });
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      await show.simulator.entered(1);
      await show.call('session.choosePreset', { presetId: preset.id });
      await show.call('session.act', { action: 'start' });
      await show.call('round.prepare', sides);
      await show.call('round.act', { action: 'start' });
      const page = await pair(show);
      const waits = (viewer: string) => page.locator('[aria-current="true"]', { hasText: viewer }).waitFor();
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 20 });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await waits('Ben');
      const before = new Map<Language, Spot[]>();
      for (const language of languages) {
        await speak(page, language);
        const places = await spots(page);
        // Nine anchors, four other decisions, and two buttons of the round.
        expect(places).toHaveLength(15);
        before.set(language, places);
      }
      /** The buttons that have moved. A button of a later step of the round takes the place of another one. */
      const moved = async () => {
        const found: string[] = [];
        for (const language of languages) {
          await speak(page, language);
          const was = before.get(language) ?? [];
          const now = await spots(page);
          const wasRow = was[13]?.box.split(' ')[1];
          for (const [at, { words, box }] of now.entries()) {
            const isMoved = at < 13 ? was[at]?.box !== box : box.split(' ')[1] !== wasRow;
            if (isMoved) found.push(`${language}: ${words}: ${was[at]?.box} to ${box}`);
          }
          before.set(language, now);
        }
        return found;
      };

      await show.call('bindings.suspend', { on: true });
      await page.locator('section:has(.pi-ban)').waitFor();
      expect(await moved(), 'suspended bindings').toEqual([]);
      await show.call('bindings.suspend', { on: false });
      await page.locator('section:has(.pi-ban)').waitFor({ state: 'detached' });

      await show.call('session.act', { action: 'pause' });
      await page.locator('[data-round-controls] button:disabled').first().waitFor();
      expect(await moved(), 'paused session').toEqual([]);
      await show.call('session.act', { action: 'resume' });
      await page.locator('[data-round-controls] button:disabled').waitFor({ state: 'detached' });

      await page.getByTitle(/Christina/).tap();
      await page.locator('[data-undo-bar]').waitFor();
      expect(await moved(), 'decision').toEqual([]);

      show.simulator.cutNow();
      await show.simulator.entered(2);
      await page.locator('[data-words] .needed').waitFor();
      expect(await moved(), 'gap').toEqual([]);

      // More votes than the lead wait at the end.
      show.simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT, count: 99 });
      await waits('Chie');
      // Well before the end of the round.
      const sentAt = Date.now() - 500;
      await show.call('round.act', { action: 'end' });
      await page.locator('section:has(.pi-question-circle)').waitFor();
      expect(await moved(), 'tie and open votes').toEqual([]);

      show.simulator.sendGift({ viewer: 'Dan', gift: DOUGHNUT, count: 999, sentAt });
      await waits('Dan');
      await page.locator('[aria-current="true"] .pi-clock').waitFor();
      const others = page.locator('[data-remote] section button[title]');
      await expect.poll(() => others.count()).toBe(13);
      expect(await moved(), 'late gift').toEqual([]);

      await show.killAndRestart(async () => {
        await page.getByRole('alert').locator('.banner').waitFor();
        expect(await moved(), 'lost link').toEqual([]);
      });
      await page.getByRole('alert').waitFor({ state: 'detached' });
      expect(await moved(), 'link again').toEqual([]);
      await page.context().close();
    } finally {
      await show.close();
    }
  });
});
