import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noSuchUserAnswer } from '#backstage/rehearsal/platform/answers.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
/** A username that does not exist. The platform answers the look-up only when the test allows it. */
const SLOW = 'slow.to.find';
const DOUGHNUT = 5879;

let show: OnAir;
let tool: ToolPage;
let asked: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;

/** The ledger row of a viewer. */
const line = (viewer: string) => tool.page.locator('.lrow', { hasText: viewer });

describe.each(forms)('$name', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());
  beforeEach(async () => {
    asked = Promise.withResolvers();
    answer = Promise.withResolvers();
    show = await form.goOnAir({
      username: HOST,
      script: 'empty',
      answer: (call, about) => {
        if (call !== 'room' || about !== SLOW) return undefined;
        asked.resolve();
        return answer.promise.then(() => noSuchUserAnswer);
      },
    });
  });
  afterEach(async () => {
    answer.resolve();
    await show.close();
  });

  describe('host at the first start', () => {
    it('connects, makes a preset, starts, and sees the first gift counted for its anchor', async () => {
      tool = await show.open();
      await tool.connect(` @${HOST} `);
      await tool.page.getByText('Connected.', { exact: false }).waitFor();

      await tool.button(/New preset/).click();
      const editor = tool.page.getByRole('dialog');
      await editor.getByLabel('Configuration name').fill('Saturday');
      for (const [place, name] of ['Rin', 'Sora'].entries()) {
        await editor.getByRole('button', { name: 'Add an anchor' }).click();
        await editor.getByLabel('Streamer nickname').nth(place).fill(name);
      }
      await editor.getByRole('button', { name: 'Exclusive gift' }).first().click();
      const gifts = tool.page.getByRole('dialog', { name: 'Exclusive gift' });
      await gifts.getByPlaceholder('Name in any language, or id').fill('ドーナツ');
      await gifts.getByText('Doughnut').first().click();
      await editor.getByRole('button', { name: 'Save' }).click();
      await editor.waitFor({ state: 'detached' });

      await tool.button(/^Start/).click();
      await tool.button(/^Pause/).waitFor();
      show.simulator.sendGift({ viewer: 'Mika', gift: DOUGHNUT });
      await expect.poll(() => tool.anchorVotes()).toEqual({ Rin: 30, Sora: 0 });
      await expect.poll(() => line('Mika').textContent()).toContain('Exclusive');
      expect(tool.complaints).toEqual([]);
    });

    it('reads what is wrong with a username', async () => {
      tool = await show.open();
      await tool.connect('');
      await tool.page.getByText('Please enter the live room username first').waitFor();
      await tool.connect('some/body');
      await expect.poll(() => tool.page.getByRole('alert').allInnerTexts()).not.toEqual([]);
      await tool.connect('x'.repeat(200));
      await tool.connect('nobody.at.all');
      await expect
        .poll(() => tool.page.locator('.deck__words').innerText())
        .toMatch(/no such|not found|no user/i);
      expect(await tool.totals()).toMatchObject({ Gifts: 0 });
    });

    it('can correct a username during its look-up', async () => {
      tool = await show.open();
      await tool.connect(SLOW);
      await asked.promise;
      await tool.connect(HOST);
      await tool.page.getByText('Connected.', { exact: false }).waitFor();
      answer.resolve();
      await tool.page.reload();
      await expect.poll(() => tool.username.inputValue()).toBe(HOST);
      await tool.page.getByText('Connected.', { exact: false }).waitFor();
      expect(tool.complaints).toEqual([]);
    });

    it('can type during a look-up, and the answer keeps the typed text', async () => {
      tool = await show.open();
      await tool.connect(SLOW);
      await asked.promise;
      await tool.username.fill('host.of');
      answer.resolve();
      await tool.page.getByRole('alert').getByText('There is no user with this name').waitFor();
      await tool.page.keyboard.type('.the.show');
      expect(await tool.username.inputValue()).toBe(HOST);
      await tool.page.keyboard.press('Enter');
      await tool.page.getByText('Connected.', { exact: false }).waitFor();
    });

    it('can run a rehearsal without a live room', async () => {
      tool = await show.open();
      await tool.button(/^Rehearsal/).click();
      await tool.button(/^Start/).click();
      await expect.poll(async () => (await tool.totals()).Gifts, { timeout: 30_000 }).toBeGreaterThan(3);
      expect(await tool.page.locator('.lrow').count()).toBeGreaterThan(0);
      expect(tool.complaints).toEqual([]);
    });
  });
});
