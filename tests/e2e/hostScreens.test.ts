import { describe, expect, it } from 'vitest';
import { onDuel, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const dialogOf = ({ page }: ToolPage) => page.getByRole('dialog');

describe('page whose files the server has deleted', () => {
  it('still opens its dialogs, such as the question before the end of a show', async () => {
    await onDuel(web, {}, async (_show, tool) => {
      const { page } = tool;
      // The confirmation dialog comes with them, because they are dialogs too.
      const parts = ['SidePicker', 'TeamList', 'AddGift'];
      const loaded = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .join(),
        );
      for (const part of parts) await expect.poll(loaded).toMatch(new RegExp(`/${part}-[\\w-]+\\.js`));
      // After an update of the server, its files have other names.
      await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
      for (const [key, title] of [
        ['i', 'Team member list'],
        ['x', 'Who attacks, who defends?'],
        ['Shift+G', 'Add a gift by hand'],
        ['e', 'End the show?'],
      ] as const) {
        await page.keyboard.press(key);
        await dialogOf(tool).getByText(title, { exact: true }).first().waitFor();
        await page.keyboard.press('Escape');
        await dialogOf(tool).waitFor({ state: 'detached' });
      }
    });
  });
});

describe('tab that is opened again', () => {
  it('is scrolled to its former position', async () => {
    await onDuel(web, {}, async (_show, tool) => {
      const work = tool.page.locator('main');
      const top = () => work.evaluate((element) => element.scrollTop);
      await tool.tab('Help');
      await tool.page.getByText('Sticker dance').first().waitFor();
      await work.evaluate((element) => element.scrollTo({ top: 700 }));
      await expect.poll(top).toBe(700);
      await tool.tab('Setting');
      await expect.poll(top).toBe(0);
      await tool.tab('Help');
      await expect.poll(top).toBe(700);
    });
  });
});

describe('workbench window', () => {
  it('shows the chosen workbench', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const make = async (name: string) => {
        const made = await show.call('overlay.create', { kind: 'workbench', name, language: 'en' });
        return made.link;
      };
      await make('First');
      const second = await make('Second');
      await tool.page.goto(new URL(`/tool/extras/${second.id}`, tool.page.url()).href);
      const [popup] = await Promise.all([
        tool.page.waitForEvent('popup'),
        tool.button('Open as a window').click(),
      ]);
      const shown = popup.locator('iframe');
      await expect.poll(() => shown.getAttribute('src')).toContain(/[\w-]{20,}/.exec(second.url)?.[0]);
      await popup.close();
    });
  });
});

describe('total of a side', () => {
  it('keeps its place when the round is settled and the side has won', async () => {
    await onDuel(
      web,
      {},
      async (show, tool) => {
        await startDuel(show);
        const total = tool.page.locator('[data-votes]').first();
        const gift = { giftId: 5655, giftName: 'Rose', diamonds: 99, viewerName: 'Aoi', count: 99_999 };
        await show.call('gift.add', { ...gift, round: 1, to: 'anchor:mika' });
        await expect.poll(() => total.innerText()).toBe('9,899,901');
        const before = await total.boundingBox();
        await show.call('round.act', { action: 'end' });
        await tool.page.getByText('Attacker wins').first().waitFor();
        expect(await total.boundingBox()).toEqual(before);
        const side = await tool.page.getByRole('region', { name: 'Attacker' }).boundingBox();
        const edge = (box: typeof before) => (box === null ? Number.NaN : box.x + box.width);
        expect(edge(before)).toBeLessThanOrEqual(edge(side));
      },
      { width: 1280, height: 720 },
    );
  });
});
