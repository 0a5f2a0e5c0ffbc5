import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zh from '#locales/zh_CN.json' with { type: 'json' };
import { launchBrowser } from '../support/browser.ts';
import { startRingside } from '../support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '../support/screenClient.ts';
import { ToolPage } from '../support/toolPage.ts';
import { languages } from './matrix.ts';
import { settle } from './screen.ts';
import { toWebp } from './webp.ts';

type Language = (typeof languages)[number];

const texts: Readonly<Record<Language, typeof en>> = { en, ja, zh_CN: zh };
const folder = join(import.meta.dirname, '..', '..', 'docs', 'images');

interface Picture {
  name: string;
  path: string;
  prepare(page: Page): Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    name: 'homepage',
    path: 'tool',
    prepare: async (page) => {
      await page.locator('.stage').waitFor();
      await page.locator('.lrow').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'presets',
    path: 'tool/live',
    prepare: async (page) => {
      await page.locator('.preset-row__name').first().click();
      await settle(page);
    },
  },
  {
    name: 'report',
    path: 'tool/report',
    prepare: async (page) => {
      await page.locator('.report canvas').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'extras',
    path: 'tool/extras',
    prepare: async (page) => {
      await page.locator('.link-row__name').first().click();
      const preview = page.locator('.preview iframe').contentFrame();
      await preview.locator('.ranking__row').first().waitFor();
      // The preview goes on asking for pictures of those who come, so the network is never at rest.
      await page.evaluate(() => document.fonts.ready);
    },
  },
];

/**
 * The pictures of the README and of the guides, made anew: a rehearsal with a battle, in each language, as
 * docs/images/<language>/<name>.webp.
 */
export async function takeDocsPictures(say: (line: string) => void): Promise<void> {
  const browser = await launchBrowser();
  for (const language of languages) {
    const ringside = await startRingside();
    const client = await joinAsScreen(ringside.url);
    await playBattle(client, language);
    mkdirSync(join(folder, language), { recursive: true });
    for (const { name, path, prepare } of pictures) {
      const tool = await ToolPage.open(browser, ringside.url, {
        language,
        dark: true,
        width: 1280,
        height: 720,
        path,
      });
      await prepare(tool.page);
      const png = await tool.page.screenshot({ animations: 'disabled' });
      const file = join(folder, language, `${name}.webp`);
      writeFileSync(file, await toWebp(browser, png, 0.82));
      say(file);
      await tool.close();
    }
    client.close();
    await ringside.stop();
  }
  await browser.close();
}

/** Two settled rounds and a third that is on, and two widgets. */
async function playBattle(client: ScreenClient, language: Language): Promise<void> {
  await client.call('rehearsal.open', { size: 'busy', locale: language });
  await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  const [preset] = (await client.call('presets.list', {})).presets;
  if (preset === undefined) throw new Error('the rehearsal has made no preset');
  const { version: _version, ...draft } = preset;
  const saved = await client.call('presets.save', { preset: { ...draft, mode: 'battle' } });
  await client.call('session.choosePreset', { presetId: saved.preset.id });
  await client.call('session.act', { action: 'start' });
  const [first, ...others] = saved.preset.anchors.map(({ id }) => id);
  for (let round = 1; round <= 3; round += 1) {
    await client.call('round.prepare', { attacker: others, defender: [first ?? ''] });
    await client.call('round.act', { action: 'start' });
    const before = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
    for (let rows = before; rows < before + 40; ) {
      rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
    }
    if (round < 3) await client.call('round.act', { action: 'end' });
  }
  for (const kind of ['ranking', 'pkBar'] as const) {
    await client.call('overlay.create', { kind, name: texts[language][`widgets.kind.${kind}`], language });
  }
}
