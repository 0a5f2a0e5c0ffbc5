import type { Page } from 'playwright';

/**
 * Goes to a tab of the tool by the word on the rail, and waits until it has come: the one before stays on screen until
 * then, and has buttons of the same names.
 */
export async function openTab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  await link.click();
  await link.and(page.locator('[aria-current="page"]')).waitFor();
}
