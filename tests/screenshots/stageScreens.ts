import type { CallArgs } from '#shared/contract/backstage.ts';
import type { ScreenClient } from '../support/screenClient.ts';
import { type Screen, settle } from './screen.ts';

type Draft = CallArgs<'presets.save'>['preset'];

const longNames = [
  'A',
  '長い名前のライバーですがどうぞよろしくお願いいたします',
  'Annabel-Christina von Hohenstein-Ringelbach',
  '陈小鱼',
  'れい',
  '美咲🌸',
  'Ivo',
  'Mo',
];

/** Changes the rules of the show's preset and applies them. */
async function change(client: ScreenClient, more: (draft: Draft) => Partial<Draft>): Promise<Draft> {
  const [preset] = (await client.call('presets.list', {})).presets;
  if (preset === undefined) throw new Error('the rehearsal has made no preset');
  const { version: _version, ...draft } = preset;
  const saved = await client.call('presets.save', { preset: { ...draft, ...more(draft) } });
  await client.call('session.choosePreset', { presetId: saved.preset.id });
  return saved.preset;
}

/** Plays a round; ends the current one first, if any. */
async function play(client: ScreenClient, wanted: CallArgs<'round.prepare'>): Promise<void> {
  await client.call('round.act', { action: 'end' }).catch(() => {});
  await client.call('round.prepare', wanted);
  await client.call('round.act', { action: 'start' });
}

/** Every second anchor attacks, the rest defends. */
async function battle(
  client: ScreenClient,
  more: (draft: Draft) => Partial<Draft> = () => ({}),
): Promise<void> {
  const round = { length: 600, clearance: 500 };
  const { anchors } = await change(client, (draft) => ({ mode: 'battle', round, ...more(draft) }));
  const side = (odd: number) => anchors.filter((_, place) => place % 2 === odd).map(({ id }) => id);
  await play(client, { attacker: side(0), defender: side(1) });
}

/** Plays a battle to its settlement. */
async function settledBattle(client: ScreenClient): Promise<void> {
  await battle(client);
  await client.call('round.act', { action: 'end' });
}

/** Plays a battle whose lost side has two anchors without votes, of whom the host has to choose one. */
async function tiedBattle(client: ScreenClient): Promise<void> {
  const { anchors } = await change(client, (draft) => ({
    mode: 'battle',
    battle: { knockOut: 'lowest', advantage: 'defending' },
    anchors: [...draft.anchors, { id: 'tied1', nickname: 'みなと' }, { id: 'tied2', nickname: 'Mona' }],
  }));
  const winner = anchors[0]?.id ?? '';
  await play(client, { attacker: ['tied1', 'tied2'], defender: [winner] });
  const { snapshot } = await client.call('show.subscribe', {});
  await client.call('gift.add', {
    ...{ viewerName: 'Mika', giftId: 5655, giftName: 'Rose', diamonds: 1, count: 10 },
    to: `anchor:${winner}`,
    round: snapshot?.rounds.at(-1)?.id ?? 0,
  });
  await client.call('round.act', { action: 'end' });
}

const homepage: Pick<Screen, 'path' | 'amounts' | 'prepare'> = {
  path: 'tool',
  amounts: ['full'],
  prepare: async (page) => {
    await page.locator('[data-stage]').waitFor();
    // The part loads later and binds its keys then.
    await page.locator('[data-ledger]').waitFor();
    await settle(page);
  },
};

/** The stage in all its states. */
export const stageScreens: readonly Screen[] = [
  { name: 'stage-battle', ...homepage, setup: (client) => battle(client) },
  { name: 'stage-settled', ...homepage, setup: settledBattle },
  {
    name: 'stage-sides',
    ...homepage,
    setup: settledBattle,
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.keyboard.press('x');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'stage-thanks',
    ...homepage,
    setup: settledBattle,
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.locator('.p-button:has(.pi-heart)').click();
      await page.getByRole('dialog').locator('h3').first().waitFor();
    },
  },
  {
    name: 'stage-team',
    ...homepage,
    setup: settledBattle,
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.keyboard.press('i');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'wall',
    path: 'tool/wall',
    amounts: ['full'],
    setup: (client) => battle(client),
    prepare: async (page) => {
      await page.getByRole('timer').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'add-gift',
    ...homepage,
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.keyboard.press('Shift+G');
      await page.locator('form[name="add-gift"]').waitFor();
    },
  },
  {
    name: 'stage-crowd',
    ...homepage,
    setup: (client) =>
      battle(client, ({ anchors }) => ({
        anchors: [
          ...anchors,
          ...longNames.map((nickname, place) => ({ id: `long${place}`, nickname })),
        ].slice(0, 12),
      })),
  },
  {
    name: 'stage-millions',
    ...homepage,
    setup: async (client) => {
      const { anchors } = await change(client, () => ({ mode: 'battle' }));
      const gift = { giftId: 5655, giftName: 'Rose', diamonds: 100_000, round: 0 };
      for (const [place, { id }] of anchors.entries()) {
        const count = place === 0 ? 99 : 30 - place;
        await client.call('gift.add', { ...gift, viewerName: 'W', count, to: `anchor:${id}` });
      }
    },
  },
  {
    name: 'stage-turn',
    ...homepage,
    setup: async (client) => {
      await change(client, () => ({ mode: 'freestyle', freestyle: { length: 600, clearance: 900 } }));
      await play(client, {});
    },
  },
  {
    name: 'stage-votes',
    ...homepage,
    setup: async (client) => {
      await change(client, () => ({ mode: 'votes' }));
      await play(client, {});
    },
  },
  {
    name: 'stage-dances',
    ...homepage,
    setup: async (client) => {
      await change(client, ({ gameplay }) => ({
        mode: 'sticker',
        gameplay: gameplay?.length
          ? gameplay
          : [
              { id: 'g1', name: 'Shake', gift: { ids: [6788] }, duration: 30 },
              { id: 'g2', name: 'Cat walk', gift: { ids: [6912] }, duration: 20 },
            ],
      }));
    },
  },
  {
    name: 'stage-tie',
    ...homepage,
    setup: tiedBattle,
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.locator('section:has(.pi-question-circle) button').first().waitFor();
    },
  },
  {
    name: 'recap',
    ...homepage,
    setup: async (client) => {
      await settledBattle(client);
      await client.call('session.act', { action: 'end' });
    },
    prepare: async (page) => {
      await homepage.prepare(page);
      await page.locator('.p-button:has(.pi-image)').click();
      await page.getByRole('dialog').locator('canvas').first().waitFor();
    },
  },
];

/** Group Live Setting: the list with the form, and the form scrolled to its rules. */
export const liveScreens: readonly Screen[] = [
  {
    name: 'live',
    path: 'tool/live',
    amounts: ['empty', 'full'],
    prepare: async (page) => {
      await page.locator('main .panel').first().waitFor();
      const first = page.locator('li button[aria-current]').first();
      await first.or(page.locator('main .empty').first()).first().waitFor();
      if (await first.isVisible()) await first.click();
      await settle(page);
    },
  },
  {
    name: 'live-rules',
    path: 'tool/live',
    amounts: ['full'],
    prepare: async (page) => {
      await page.locator('li button[aria-current]').first().click();
      await page.locator('form section button[aria-expanded][aria-describedby]').nth(4).click();
      await page
        .locator('form section button[aria-expanded][aria-describedby]')
        .nth(4)
        .scrollIntoViewIfNeeded();
      await settle(page);
    },
  },
];
