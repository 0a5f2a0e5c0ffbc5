import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, HOST, onDuel, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

const dialogOf = ({ page }: ToolPage) => page.getByRole('dialog');

/** Assigns a gift of Aoi and then one of Ben to Mika. */
async function correctTwice(tool: ToolPage, send: (viewer: string) => void): Promise<void> {
  for (const viewer of ['Aoi', 'Ben']) {
    send(viewer);
    await tool.page.getByRole('region', { name: 'Next to assign' }).getByText(viewer).waitFor();
    await tool.page.keyboard.press('1');
    await tool.page.locator('.lrow', { hasText: viewer }).getByText('Corrected').waitFor();
  }
}

describe('leaving a show for another room', () => {
  it('asks first, keeps the show after a no, and leaves it after a yes', async () => {
    await onDuel(web, {}, async (_show, tool) => {
      const bar = tool.page.locator('.bar__room');
      await expect.poll(() => bar.textContent()).toBe(`@${HOST}`);
      expect(await tool.username.isVisible()).toBe(false);
      await bar.click();
      await tool.button(/^Rehearsal/).click();
      await dialogOf(tool).getByText('Switch the room?').waitFor();
      await dialogOf(tool).getByRole('button', { name: 'Cancel' }).click();
      await dialogOf(tool).waitFor({ state: 'detached' });
      expect(await bar.textContent()).toBe(`@${HOST}`);
      await tool.button(/^Rehearsal/).click();
      await dialogOf(tool).getByRole('button', { name: 'Switch' }).click();
      await expect.poll(() => bar.textContent()).toBe('Rehearsal');
      await tool.username.waitFor({ state: 'hidden' });
    });
  });
});

describe('correction that is not the newest', () => {
  it('is undone by the menu of its row', async () => {
    await onDuel(web, {}, async (show, tool) => {
      await startDuel(show);
      await correctTwice(tool, (viewer) => show.simulator.sendGift({ viewer, gift: DOUGHNUT }));
      await tool.page.locator('.lrow', { hasText: 'Aoi' }).click({ button: 'right' });
      await tool.page.getByRole('menuitem', { name: 'Undo this row’s correction' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
      await tool.page.locator('.lrow', { hasText: 'Aoi' }).getByText('Unbound').waitFor();
    });
  });

  it('is undone and redone in the report’s table of corrections', async () => {
    await onDuel(web, {}, async (show, tool) => {
      await correctTwice(tool, (viewer) => show.simulator.sendGift({ viewer, gift: DOUGHNUT }));
      await tool.tab('Data Report');
      await tool.page.getByRole('radio', { name: 'Corrections' }).click();
      const line = tool.page.locator('.rtable__line', { hasText: 'Moved gifts' }).filter({ hasText: 'Aoi' });
      await line.getByRole('button', { name: 'Undo' }).click();
      await tool.page.locator('.rtable__line', { hasText: 'Undid' }).waitFor();
      expect(await line.getByRole('button').count()).toBe(0);
      await tool.page
        .locator('.rtable__line', { hasText: 'Undid' })
        .getByRole('button', { name: 'Redo' })
        .click();
      await line.getByRole('button', { name: 'Undo' }).waitFor();
    });
  });
});

describe('page whose files the server has deleted', () => {
  it('still asks before the end, and shows the sides and the team', async () => {
    await onDuel(web, {}, async (_show, tool) => {
      const { page } = tool;
      const parts = ['Confirm', 'SidePicker', 'TeamList', 'AddGift'];
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
      const work = tool.page.locator('main.work');
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
