import { accountScreens } from './accountScreens.ts';
import { extrasScreens } from './extrasScreens.ts';
import { type Screen, settle } from './screen.ts';
import { liveScreens, stageScreens } from './stageScreens.ts';

/** Rows of the ledger in each round of the report. */
const ROWS_OF_ROUND = 15;

export const screens: readonly Screen[] = [
  {
    name: 'homepage',
    path: 'tool',
    amounts: ['empty', 'full'],
    prepare: async (page) => {
      await page.locator('[data-totals]').waitFor({ state: 'attached' });
      await settle(page);
    },
  },
  {
    name: 'report',
    path: 'tool/report',
    amounts: ['empty', 'full'],
    prepare: async (page) => {
      await page.getByRole('main').locator('button').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'report-users',
    path: 'tool/report',
    amounts: ['full'],
    prepare: async (page) => {
      await page.locator('main [role="radiogroup"] label').nth(5).click();
      await page.locator('tbody tr').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'report-rounds',
    path: 'tool/report',
    amounts: ['full'],
    setup: async (client) => {
      await client.call('round.act', { action: 'end' }).catch(() => {});
      const [preset] = (await client.call('presets.list', {})).presets;
      if (preset === undefined) throw new Error('the rehearsal has made no preset');
      const { version: _version, ...draft } = preset;
      const saved = await client.call('presets.save', { preset: { ...draft, mode: 'battle' } });
      await client.call('session.choosePreset', { presetId: saved.preset.id });
      const [first, ...others] = saved.preset.anchors.map(({ id }) => id);
      for (let round = 0; round < 3; round += 1) {
        await client.call('round.prepare', { attacker: others, defender: [first ?? ''] });
        await client.call('round.act', { action: 'start' });
        const before = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
        for (let rows = before; rows < before + ROWS_OF_ROUND; ) {
          rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
        }
        await client.call('round.act', { action: 'end' });
      }
    },
    prepare: async (page) => {
      await page.locator('main [role="radiogroup"] label').nth(3).click();
      await page.locator('tbody tr').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'replay',
    path: 'tool/report',
    amounts: ['full'],
    prepare: async (page) => {
      await page.locator('main header .p-button:has(.pi-replay)').click();
      await page.locator('main section[aria-busy="false"]').waitFor();
      await page.getByRole('slider').press('End');
      await page.locator('main section[aria-busy="false"]').waitFor();
      await page.locator('[data-ledger]').waitFor();
      await settle(page);
    },
  },
  {
    name: 'setting',
    path: 'tool/setting',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.getByRole('main').getByRole('radio').first().waitFor({ state: 'attached' });
      await settle(page);
    },
  },
  {
    name: 'pair-phone',
    path: 'tool/setting',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.locator('main .p-button:has(.pi-qrcode)').click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
    },
  },
  {
    name: 'remote-token',
    path: 'tool/setting',
    amounts: ['empty'],
    prepare: async (page) => {
      const panel = page.locator('main section', { has: page.locator('code') });
      await panel.locator('.p-button:has(.pi-plus)').click();
      await page.getByRole('dialog').getByRole('textbox').fill('Stream Deck');
      await page.getByRole('dialog').locator('[type="submit"]').click();
      await page.getByRole('dialog').locator('code').waitFor();
      await settle(page);
    },
  },
  {
    name: 'help',
    path: 'tool/help',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.locator('main dl').waitFor();
      await settle(page);
    },
  },
  {
    name: 'user',
    path: 'tool/user',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.getByRole('main').locator('.panel').first().waitFor();
      await settle(page);
    },
  },
  ...extrasScreens,
  ...accountScreens,
  ...liveScreens,
  ...stageScreens,
];
