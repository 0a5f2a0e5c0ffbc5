import type { Page } from 'playwright';
import type { ScreenClient } from '../support/screenClient.ts';
import { type Screen, settle } from './screen.ts';

/** Makes a ranking with two pages and a workbench, unless they exist. */
async function makeWidgets(client: ScreenClient): Promise<void> {
  const { links } = await client.call('overlay.list', {});
  if (links.length > 0) return;
  await client.call('overlay.create', { kind: 'workbench', name: 'Camera 2', language: 'ja' });
  for (const [kind, name] of [
    ['ranking', '金曜バトル'],
    ['pkBar', 'PK'],
    ['giftGuide', '礼物对照'],
    ['effects', 'A name that is as long as a name of a widget can be, 60 char'],
  ] as const) {
    const { link } = await client.call('overlay.create', { kind, name, language: 'ja' });
    const { id, options, changedAt } = link;
    if (options.kind !== 'ranking') continue;
    const b = { subject: 'users', span: 'show', name: '応援ランキング' } as const;
    await client.call('overlay.update', { id, name, options: { ...options, b }, changedAt });
  }
}

async function openWidget(page: Page, place: number): Promise<void> {
  await page.locator('li button[aria-current]').nth(place).click();
  await page.locator('form[name="widget"]').waitFor();
  const widget = page.locator('main section iframe').first().contentFrame().locator('section, .fx');
  await widget.first().waitFor({ state: 'attached' });
  await settleFrames(page);
}

/** Waits until all widgets are drawn. They load avatars all the time, so the network never becomes idle. */
async function settleFrames(page: Page): Promise<void> {
  const frames = await page.locator('iframe').all();
  for (const frame of frames) {
    await frame.contentFrame().locator('section, .fx').first().waitFor({ state: 'attached' });
  }
  await page.evaluate(() => document.fonts.ready);
}

const extras: Pick<Screen, 'path' | 'amounts' | 'setup'> = {
  path: 'tool/extras',
  amounts: ['full'],
  setup: makeWidgets,
};

/** Extras: the list, the editor of each kind, and its dialogs. */
export const extrasScreens: readonly Screen[] = [
  {
    name: 'extras',
    path: 'tool/extras',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.locator('main h3').first().waitFor();
      await settle(page);
    },
  },
  { name: 'extras-ranking', ...extras, prepare: (page) => openWidget(page, 1) },
  { name: 'extras-workbench', ...extras, prepare: (page) => openWidget(page, 0) },
  { name: 'extras-effects', ...extras, prepare: (page) => openWidget(page, 4) },
  {
    name: 'extras-add',
    ...extras,
    prepare: async (page) => {
      await page.locator('main section .p-button').first().click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
    },
  },
  {
    name: 'extras-obs',
    ...extras,
    prepare: async (page) => {
      await openWidget(page, 1);
      await page.locator('.p-button:has(.pi-question-circle)').click();
      await page.getByRole('dialog').locator('ol').waitFor();
    },
  },
  {
    name: 'workbench',
    path: 'workbench',
    amounts: ['empty', 'full'],
    setup: async (client) => {
      const { links } = await client.call('overlay.list', {});
      const { showId } = await client.call('show.subscribe', {});
      if (showId !== null && links.length === 0) await makeWidgets(client);
    },
    prepare: async (page) => {
      await page.locator('main > *').first().waitFor();
      await settleFrames(page);
    },
  },
  {
    name: 'widget',
    path: 'widget',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.locator('[data-kind] iframe').first().waitFor();
      await settleFrames(page);
    },
  },
];
