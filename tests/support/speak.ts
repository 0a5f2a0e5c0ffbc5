import type { Page } from 'playwright';
import type { Language } from '#shared/contract/language.ts';

/** Switches the language of an open page, as if chosen in another window of the browser. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((lang) => {
    localStorage.setItem('lang', lang);
    window.dispatchEvent(new StorageEvent('storage', { key: 'lang' }));
  }, language);
  await page.locator(`html[lang="${language.replace('_', '-')}"]`).waitFor({ state: 'attached' });
}
