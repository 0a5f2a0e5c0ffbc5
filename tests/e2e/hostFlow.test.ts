import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseOption, fieldProblems } from '#tests/support/controls.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const FINGER_HEART = 5487;

let show: OnAir;
let tool: ToolPage;

/** Opens the tool on a counting show with the simulator's performers as anchors. */
async function countingShow(): Promise<void> {
  await show.prepare(HOST);
  tool = await show.open();
  await tool.button(/^Start/).click();
  await tool.button(/^Pause/).waitFor();
}

const anchorName = (place: number): string => show.simulator.anchors[place]?.nickname ?? '';
const exclusiveGift = (place: number): number => show.simulator.anchors[place]?.gift.id ?? 0;

/** The ledger rows of a viewer. */
const line = (viewer: string) => tool.page.locator('.lrow', { hasText: viewer });
/** The text of a viewer's newest row. */
const newest = async (viewer: string) => (await tool.rowsOf(viewer))[0] ?? '';
const viewerLine = (viewer: string) => tool.page.locator('.vline', { hasText: viewer });

describe.each(forms)('$name', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());
  beforeEach(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
  });
  afterEach(() => show.close());

  describe('binding', () => {
    it('follows exclusive gifts, then the host’s choice, and a pin holds it', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Aki', gift: exclusiveGift(0) });
      await expect.poll(() => viewerLine('Aki').textContent()).toContain(anchorName(0));
      show.simulator.sendGift({ viewer: 'Aki', gift: ROSE });
      await expect.poll(() => newest('Aki')).toContain('By gift');

      await viewerLine('Aki').click();
      await tool.page.keyboard.press('2');
      await expect.poll(() => viewerLine('Aki').textContent()).toContain(anchorName(1));
      show.simulator.sendGift({ viewer: 'Aki', gift: ROSE });
      await expect.poll(() => newest('Aki')).toContain('By hand');

      await tool.page.keyboard.press('k');
      await viewerLine('Aki')
        .getByRole('img', { name: /pinned/i })
        .waitFor();
      show.simulator.sendGift({ viewer: 'Aki', gift: exclusiveGift(2) });
      await expect.poll(() => newest('Aki')).toContain(anchorName(2));
      expect(await viewerLine('Aki').textContent()).toContain(anchorName(1));
    });

    it('can be suspended: exclusive gifts count, all others wait', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Aki', gift: exclusiveGift(0) });
      await viewerLine('Aki').waitFor();
      await tool.page.keyboard.press('b');
      const suspended = tool.page.getByRole('switch', { name: /Suspend bindings/ });
      await expect.poll(() => suspended.isChecked()).toBe(true);
      show.simulator.sendGift({ viewer: 'Aki', gift: ROSE });
      await expect.poll(async () => (await tool.totals()).Unallocated).toBe(1);
      await expect.poll(() => newest('Aki')).toContain('Suspended');
      await tool.page.keyboard.press('b');
      await expect.poll(() => suspended.isChecked()).toBe(false);
      show.simulator.sendGift({ viewer: 'Aki', gift: ROSE });
      await expect.poll(() => newest('Aki')).toContain('By gift');
    });
  });

  describe('unallocated gift', () => {
    it('is assigned to an anchor by one key, and unassigned by another', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Yui', gift: FINGER_HEART });
      await expect.poll(async () => (await tool.totals()).Unallocated).toBeGreaterThan(0);
      const { Unallocated: waiting = 0 } = await tool.totals();
      await line('Yui').waitFor();
      await tool.page.keyboard.press('1');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(waiting);
      expect((await tool.totals()).Unallocated).toBe(0);
      await expect.poll(() => line('Yui').textContent()).toContain('Corrected');

      await tool.page.keyboard.press('Control+z');
      await expect.poll(async () => (await tool.totals()).Unallocated).toBe(waiting);
      expect((await tool.anchorVotes())[anchorName(0)]).toBe(0);
    });

    it('is assigned to an anchor by the context menu of its row', async () => {
      await countingShow();
      for (const viewer of ['Yui', 'Ren']) show.simulator.sendGift({ viewer, gift: ROSE });
      await line('Ren').waitFor();
      await line('Yui').hover();
      const menus = tool.page.getByRole('button', { name: 'Assign this row' });
      await expect.poll(() => menus.count()).toBe(1);
      await menus.click();
      await tool.page.getByRole('menuitem', { name: anchorName(1) }).click();
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(1)]).toBe(1);
      await expect.poll(() => line('Yui').textContent()).toContain('Corrected');
      expect(await line('Ren').textContent()).not.toContain('Corrected');
    });

    it('stays assigned while its combo continues', async () => {
      await countingShow();
      const first = show.simulator.sendGift({ viewer: 'Yui', gift: ROSE, count: 3, close: false });
      await expect.poll(async () => (await tool.totals()).Unallocated).toBe(3);
      await line('Yui').waitFor();
      await tool.page.keyboard.press('2');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(1)]).toBe(3);
      show.simulator.sendGift({ viewer: 'Yui', gift: ROSE, count: 10, step: 7, groupId: first.groupId });
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(1)]).toBe(10);
      expect((await tool.totals()).Unallocated).toBe(0);
      expect(await line('Yui').count()).toBe(1);
    });

    it('cannot be assigned before collection has started', async () => {
      await show.prepare(HOST);
      tool = await show.open();
      show.simulator.sendGift({ viewer: 'Early', gift: ROSE });
      await line('Early').click();
      await tool.page.keyboard.press('1');
      await tool.page
        .getByText('Votes cannot be changed before collection starts', { exact: false })
        .waitFor();
      expect(await tool.totals()).toMatchObject({ Counted: 0, 'Not counted': 1 });
    });
  });

  describe('gift that was never received', () => {
    it('is added by the host once every field is valid', async () => {
      await countingShow();
      await tool.page.keyboard.press('Shift+G');
      const dialog = tool.page.getByRole('dialog', { name: 'Add a gift by hand' });
      const add = dialog.getByRole('button', { name: 'Add gift' });
      await add.click();
      await dialog.getByText('Please enter who sent it').waitFor();
      await dialog.getByText('Please select a gift').waitFor();

      await dialog.getByLabel('Who sent it').fill('Unheard');
      await dialog.getByRole('button', { name: 'Gift', exact: true }).click();
      const gifts = tool.page.getByRole('dialog', { name: 'Gift', exact: true });
      await gifts.getByPlaceholder('Name in any language, or id').fill('Doughnut');
      await gifts.getByText('Doughnut').first().click();
      expect(await dialog.getByLabel('Diamonds each').inputValue()).toBe('30');
      await dialog.getByLabel('How many').fill('0');
      await add.click();
      await expect.poll(() => fieldProblems(dialog).allInnerTexts()).toHaveLength(1);
      await dialog.getByLabel('How many').fill('2');
      const target = dialog.getByRole('combobox', { name: 'For whom' });
      await target.press('ArrowDown');
      await tool.page.getByRole('listbox').waitFor();
      // Escape closes the list but not the dialog.
      await target.press('Escape');
      await tool.page.getByRole('listbox').waitFor({ state: 'detached' });
      await chooseOption(dialog, 'For whom', 'Attacker');
      await dialog.getByText('Only gifts of a battle round can go to a side', { exact: false }).waitFor();
      await chooseOption(dialog, 'For whom', anchorName(0));
      await add.click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(60);
      expect(await line('Unheard').textContent()).toContain('Added');
      expect(tool.complaints).toEqual([]);
    });
  });

  describe('change of preset during a show', () => {
    it('keeps the names of former anchors in votes, rows and viewers, also after a restart', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Aki', gift: exclusiveGift(0) });
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBeGreaterThan(0);
      const votes = (await tool.anchorVotes())[anchorName(0)];
      const preset = { name: 'Second half', anchors: [{ id: 'late', nickname: 'Latecomer' }] };
      const second = (await show.call('presets.save', { preset })).preset;
      await show.call('session.choosePreset', { presetId: second.id });

      const both = { [anchorName(0)]: votes, Latecomer: 0 };
      await expect.poll(() => tool.anchorVotes()).toEqual(both);
      await expect.poll(() => newest('Aki')).toContain(`${anchorName(0)} (former)`);
      expect(await viewerLine('Aki').textContent()).toContain(`Unbound (was ${anchorName(0)})`);
      await show.killAndRestart();
      tool = await show.open();
      await expect.poll(() => tool.anchorVotes()).toEqual(both);

      await tool.tab('Data Report');
      await tool.page.getByLabel('Users', { exact: true }).click();
      const users = tool.page.getByRole('table', { name: 'User ranking' });
      await expect.poll(() => users.textContent()).toContain(`${anchorName(0)} (former)`);
    });
  });

  describe('pause, resume and end', () => {
    it('record gifts without counting them, and let the host assign them', async () => {
      await countingShow();
      await tool.page.keyboard.press('p');
      await tool.button(/^Resume/).waitFor();
      show.simulator.sendGift({ viewer: 'Paused', gift: ROSE });
      await expect.poll(async () => (await tool.totals())['Not counted']).toBe(1);
      await line('Paused').click();
      await tool.page.keyboard.press('1');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(1);

      await tool.button(/^End/).click();
      const dialog = tool.page.getByRole('dialog');
      await dialog.getByRole('button', { name: /End/ }).click();
      await tool.page.getByText('Ended').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      // Corrections still work after the end.
      await tool.page.keyboard.press('Control+z');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(0);
    });
  });
});
