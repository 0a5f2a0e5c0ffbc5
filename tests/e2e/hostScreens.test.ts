import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duelPreset, HOST } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

/** One running show for all tests. */
let show: OnAir;
beforeAll(async () => {
  show = await web.goOnAir({ username: HOST, script: 'empty' });
  const { preset } = await show.call('presets.save', { preset: duelPreset() });
  await show.call('room.open', { username: HOST, lineId: 'line1' });
  await show.call('session.choosePreset', { presetId: preset.id });
  await show.call('session.act', { action: 'start' });
});
afterAll(async () => {
  await show.close();
});

/** Runs `test` in a window, which must not report an error. */
async function inWindow(test: (tool: ToolPage) => Promise<void>): Promise<void> {
  const tool = await show.open();
  await test(tool);
  expect(tool.complaints).toEqual([]);
  await tool.close();
}

const dialogOf = ({ page }: ToolPage) => page.getByRole('dialog');

describe('page whose files the server has deleted', () => {
  it('still opens its dialogs, such as the question before the end of a show', async () => {
    await inWindow(async (tool) => {
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
    await inWindow(async (tool) => {
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
    await inWindow(async (tool) => {
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
