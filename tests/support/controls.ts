import type { Locator, Page } from 'playwright';

/** Opens the list with this label by mouse and chooses the option with this label. */
export async function chooseOption(within: Page | Locator, label: string, option: string): Promise<void> {
  const page = 'keyboard' in within ? within : within.page();
  const field = page.getByRole('combobox', { name: label, exact: true });
  await within.locator('.p-dropdown').filter({ has: field }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The errors of the fields in this part of a page. */
export function fieldProblems(within: Page | Locator, text?: string): Locator {
  return within.locator('[data-problem]', text === undefined ? {} : { hasText: text });
}
