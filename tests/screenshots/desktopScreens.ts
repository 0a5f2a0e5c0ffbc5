import { join } from 'node:path';
import type { Page } from 'playwright';
import { Desktop } from '../electron/launch.ts';
import type { Picture } from './indexPage.ts';
import { languages, sizes, themes } from './matrix.ts';
import { settle } from './screen.ts';

type Size = (typeof sizes)[number];

/** The screens that the desktop app alone has, by name; each answers the page that shows it. */
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

/**
 * Makes the window as high as what the tab holds, so that one picture has all of it. What the app is asked for
 * arrives after the rest: the height must stand for a while first.
 */
async function showWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const work = document.querySelector('main');
      if (work === null) return false;
      work.scrollTo({ top: work.scrollHeight });
      const { height, looks = '0' } = work.dataset;
      work.dataset.height = String(work.scrollHeight);
      work.dataset.looks = height === work.dataset.height ? String(Number(looks) + 1) : '0';
      return Number(work.dataset.looks) >= 4;
    },
    null,
    { polling: 250 },
  );
  const work = page.getByRole('main');
  const hidden = () => work.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  for (let tries = 0; tries < 4 && (await hidden()) > 0; tries += 1) {
    const size = page.viewportSize();
    if (size !== null) await page.setViewportSize({ ...size, height: size.height + (await hidden()) });
  }
  await work.evaluate((element) => element.scrollTo({ top: 0 }));
}

export const desktopNames: readonly string[] = [...Object.keys(screens), 'desktop-workbench'];

/** Takes the chosen ones into `folder`, in every language, theme and size that they have. */
export async function takeDesktop(folder: string, chosen: readonly string[]): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const language of languages) {
    const desktop = await Desktop.launch();
    const page = await desktop.page('/tool');
    await page.waitForSelector('dl.totals');
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
      await bench.locator('.workbench__card').waitFor();
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
