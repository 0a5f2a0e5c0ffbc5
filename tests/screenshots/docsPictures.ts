import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { startRingside } from '../support/ringside.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import { ToolPage } from '../support/toolPage.ts';
import { playBattle } from './battleShow.ts';
import { languages, themes } from './matrix.ts';
import { settle } from './screen.ts';
import { toWebp } from './webp.ts';

/** The limit of each wait (ms): pictures are also taken beside other work. */
const PATIENCE = 300_000;

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'images');
const siteFolder = join(root, 'renderer', 'features', 'site', 'home', 'images');

interface Picture {
  name: string;
  path: string;
  prepare(page: Page): Promise<void>;
}

const homepage: Picture = {
  name: 'homepage',
  path: 'tool',
  prepare: async (page) => {
    await page.locator('[data-stage]').waitFor();
    await page.locator('[data-row]').first().waitFor();
    await settle(page);
  },
};

const pictures: readonly Picture[] = [
  homepage,
  {
    name: 'presets',
    path: 'tool/live',
    prepare: async (page) => {
      await page.locator('li button[aria-current]').first().click();
      await settle(page);
    },
  },
  {
    name: 'report',
    path: 'tool/report',
    prepare: async (page) => {
      await page.locator('main canvas').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'extras',
    path: 'tool/extras',
    prepare: async (page) => {
      await page.locator('li button[aria-current]').first().click();
      const preview = page.locator('main section iframe').first().contentFrame();
      await preview.locator('.ranking__row').first().waitFor();
      // The preview loads avatars all the time, so the network never becomes idle.
      await page.evaluate(() => document.fonts.ready);
    },
  },
];

/**
 * Takes the pictures of the README and the guides, docs/images/<language>/<name>.webp, from a rehearsal with a battle
 * in each language, and the Homepage in both themes for the public home page.
 */
export async function takeDocsPictures(say: (line: string) => void): Promise<void> {
  const browser = await launchBrowser();
  for (const language of languages) {
    const ringside = await startRingside();
    const client = await joinAsScreen(ringside.url);
    await playBattle(client, language);
    for (const theme of themes) {
      await take(homepage, theme, join(siteFolder, `tool-${language}-${theme}.webp`));
    }
    mkdirSync(join(folder, language), { recursive: true });
    for (const picture of pictures) {
      await take(picture, 'dark', join(folder, language, `${picture.name}.webp`));
    }
    client.close();
    await ringside.stop();

    async function take(
      { path, prepare }: Picture,
      theme: (typeof themes)[number],
      file: string,
    ): Promise<void> {
      const dark = theme === 'dark';
      const tool = await ToolPage.open(browser, ringside.url, { language, dark, path, timeout: PATIENCE });
      await prepare(tool.page);
      const png = await tool.page.screenshot({ animations: 'disabled', timeout: PATIENCE });
      writeFileSync(file, await toWebp(browser, png, 0.82));
      say(file);
      await tool.close();
    }
  }
  await browser.close();
}
