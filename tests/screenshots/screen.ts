import type { Page } from 'playwright';
import type { ScreenClient } from '../support/screenClient.ts';

export interface Screen {
  name: string;
  path: string;
  /** With which amounts of data the screen is worth a look. */
  amounts: readonly ('empty' | 'full')[];
  /** Opened by the administrator, who is signed in. */
  signedIn?: boolean;
  /** Brings the show into the state to be shown, before the first picture of the screen. */
  setup?(client: ScreenClient): Promise<void>;
  /** Brings the screen into the state to be shown and waits until it stands. */
  prepare(page: Page): Promise<void>;
}

/** Until fonts and lazily loaded parts are there. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}
