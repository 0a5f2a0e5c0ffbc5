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

/** Waits for data, pictures and fonts. */
export async function settle(page: Page): Promise<void> {
  await page.locator('.skeleton, main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await page.evaluate(() => document.fonts.ready);
}
