import { join } from 'node:path';
import type { Page } from 'playwright';
import { Desktop } from '../electron/launch.ts';
import type { Choice } from './choose.ts';
import type { Picture } from './indexPage.ts';
import { settle } from './screen.ts';
import { showWhole } from './showWhole.ts';

type Size = Choice['sizes'][number];

/** Screens of the desktop app by name; each returns its page. */
const screens = {
  'desktop-setting': async (page: Page) => {
    await page.goto(new URL('/tool/setting', page.url()).href);
    await page.getByRole('main').getByRole('radio').first().waitFor({ state: 'attached' });
    await settle(page);
    await showWhole(page);
  },
  'desktop-help': async (page: Page) => {
    await page.goto(new URL('/desktop/help', page.url()).href);
    await page.locator('#retry').waitFor();
  },
} as const;

export const desktopNames: readonly string[] = [...Object.keys(screens), 'desktop-workbench'];

/** Takes the chosen screens in all their languages, themes and sizes. */
export async function takeDesktop(
  folder: string,
  chosen: readonly string[],
  { languages, themes, sizes }: Choice,
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const language of languages) {
    const desktop = await Desktop.launch();
    const page = await desktop.page('/tool');
    await page.waitForSelector('[data-totals]');
    for (const [name, show] of Object.entries(screens).filter(([each]) => chosen.includes(each))) {
      for (const theme of themes) {
        await choose(page, language, theme === 'dark');
        for (const size of sizes) {
          await page.setViewportSize(size);
          await show(page);
          await take(page, { name, language, theme, size });
        }
      }
    }
    if (chosen.includes('desktop-workbench')) {
      await page.goto(new URL('/tool', page.url()).href);
      await page.evaluate(() => window.ringside?.openWorkbench({}));
      const bench = await desktop.page('/workbench');
      await choose(bench, language, true);
      await bench.getByRole('status').waitFor();
      await settle(bench);
      await take(bench, { name: 'desktop-workbench', language, theme: 'dark', size: null });
    }
    await desktop.dispose();
  }
  return pictures;

  async function choose(page: Page, language: string, dark: boolean): Promise<void> {
    await page.evaluate(
      ([lang, isDark]) => {
        localStorage.setItem('lang', lang);
        localStorage.setItem('ringside.settings', JSON.stringify({ version: 1, dark: isDark }));
      },
      [language, dark] as const,
    );
    await page.reload();
  }

  async function take(
    page: Page,
    about: { name: string; language: string; theme: string; size: Size | null },
  ): Promise<void> {
    const { name, language, theme, size } = about;
    const text = size === null ? 'window' : `${size.width}x${size.height}`;
    const file = `${name}-empty-${language}-${theme}-${text}.png`;
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
    pictures.push({ file, screen: name, amount: 'empty', language, theme, size: text });
  }
}
