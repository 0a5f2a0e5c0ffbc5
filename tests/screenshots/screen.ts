import type { Page } from 'playwright';
import type { ScreenClient } from '../support/screenClient.ts';

export interface Screen {
  name: string;
  path: string;
  /** Amounts of data with which to take the screen. */
  amounts: readonly ('empty' | 'full')[];
  /** Whether to open the screen as administrator. */
  signedIn?: boolean;
  /** Prepares the show before the first picture of the screen. */
  setup?(client: ScreenClient): Promise<void>;
  /** Prepares the screen and waits until it is complete. */
  prepare(page: Page): Promise<void>;
}

/** Waits for fonts and lazy parts. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}
