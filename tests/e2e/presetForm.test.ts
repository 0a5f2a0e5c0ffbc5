import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldProblems } from '#tests/support/controls.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';

let show: OnAir;
let tool: ToolPage;

/** The first field with this label, and its error. */
function field(label: string | RegExp): { input: Locator; words: Locator } {
  const { page } = tool;
  const whole = page
    .locator('.preset [data-field]')
    .filter({ has: page.getByLabel(label) })
    .first();
  return { input: whole.getByLabel(label), words: fieldProblems(whole) };
}

/** Types into a field, leaves it, and returns its error. */
async function said(label: string | RegExp, typed: string): Promise<string> {
  const { input, words } = field(label);
  await input.click();
  await input.press('Control+A');
  await input.pressSequentially(typed);
  await input.press('Tab');
  await words.waitFor();
  expect(await input.inputValue(), 'what was typed stays').toBe(typed);
  return words.innerText();
}

describe.each(forms)('preset form ($name)', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());
  beforeEach(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
    tool = await show.open();
    await tool.tab('Group Live Setting');
    await tool.button(/^Team/).click();
  });
  afterEach(() => show.close());

  it('reports errors at their fields, keeps what was typed, and saves nothing invalid', async () => {
    expect(await said('Turn (s)', '1000')).toBe('Enter whole seconds from 0 to 999');
    expect(await said(/^Length/, '1000')).toBe('Enter whole seconds from 0 to 999');
    expect(await said(/^Level 2 below/, '40')).toBe(
      'Level 2 takes a whole number of at least 2 and below level 1',
    );
    expect(await said(/^Level 1 below/, '51')).toBe('Level 1 takes a whole number from 3 to 50 percent');
    expect(await said(/^Loss per second/, '0')).toBe('Enter 1 or more');
    expect(await said(/^Win streak needed/, '1000')).toBe('Enter 999 or less');
    expect(await said('Multiplier', '100.1')).toBe('Enter 100 or less');
    await tool.button('Save').click();
    await tool.page.getByText('6 to fix').first().waitFor();

    const [stored] = (await show.call('presets.list', {})).presets;
    expect(stored).toMatchObject({
      round: { length: 180 },
      score: { multiplierTenths: 10 },
    });
    expect(tool.complaints).toEqual([]);
  });

  it('can be saved once all errors are corrected', async () => {
    await said('Turn (s)', '5000');
    await tool.button('Save').click();
    await tool.page.getByText('1 to fix').first().waitFor();
    const { input, words } = field('Turn (s)');
    await input.press('Control+A');
    await input.pressSequentially('45');
    await words.waitFor({ state: 'detached' });
    await tool.button('Save').click();
    await tool.page.getByText('Saved').first().waitFor();
    const [stored] = (await show.call('presets.list', {})).presets;
    expect(stored?.anchors[0]?.duration).toBe(45);
  });

  it('accepts input methods and full-width digits, and ignores the Enter that ends a composition', async () => {
    const methods = await tool.page.context().newCDPSession(tool.page);
    const { input } = field('Turn (s)');
    await input.click();
    await input.press('Control+A');
    await methods.send('Input.imeSetComposition', { text: '４５', selectionStart: 2, selectionEnd: 2 });
    await methods.send('Input.insertText', { text: '４５' });
    await expect.poll(() => input.inputValue()).toBe('45');
    await input.press('Tab');
    await tool.button('Save').click();
    await tool.page.getByText('Saved').first().waitFor();
    const [stored] = (await show.call('presets.list', {})).presets;
    expect(stored?.anchors[0]?.duration).toBe(45);

    await tool.button(/^Exclusive gift/).click();
    const search = tool.page.getByRole('dialog').getByRole('combobox');
    await search.evaluate((element) => {
      const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    expect(await search.isVisible()).toBe(true);
  });

  it('is renamed in the list, but not to an empty or existing name', async () => {
    await show.call('presets.save', { preset: { name: 'Saturday', anchors: [] } });
    await tool.button(/^Rename.*Team/).click();
    const dialog = tool.page.getByRole('dialog');
    const name = dialog.getByLabel('Configuration name');
    await name.fill('');
    await dialog.getByText('Please give the preset a name').waitFor();
    await name.fill('saturday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Another preset has this name already, please change').waitFor();
    await name.fill('Sunday');
    await name.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await tool.button(/^Sunday/).waitFor();
    expect(tool.complaints).toEqual([]);
  });
});
