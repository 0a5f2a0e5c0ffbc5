import type { Page } from 'playwright';

/** Opens a tab of the tool and waits for it: until then, the previous tab and its buttons stay on screen. */
export async function openTab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  await link.click();
  await link.and(page.locator('[aria-current="page"]')).waitFor();
}
