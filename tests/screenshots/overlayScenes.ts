import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import {
  effectStyles,
  type SceneItem,
  sceneOrientations,
  sceneSizes,
  type WidgetKind,
} from '#shared/contract/overlay/widget.ts';
import { overlayPages } from '../support/overlayBuild.ts';
import { battle } from '../support/overlayEffects.ts';
import { openOverlayDesk } from '../support/overlayEndpoint.ts';
import { widgetOptions } from '../support/overlayShows.ts';
import type { ScreenClient } from '../support/screenClient.ts';
import type { Picture } from './indexPage.ts';
import type { languages, themes } from './matrix.ts';
import { videoBehind } from './overlaySheets.ts';

type Language = (typeof languages)[number];
type Ground = (typeof themes)[number];

const moments: readonly OverlayMoment[] = [
  { kind: 'settlement', outcome: 'attacker', anchors: ['a1'] },
  { kind: 'settlement', outcome: 'draw', anchors: [] },
  { kind: 'streak', anchorId: 'a2', streak: 5 },
  { kind: 'breakthrough', anchorIds: ['a1'] },
  { kind: 'resurrection', anchorId: 'a2', restored: true },
  { kind: 'resurrection', anchorId: 'a2', restored: false },
];

/** Takes a sheet for each style of the effects, with every moment above an effect of level 3. */
export async function takeMomentSheets(
  browser: Browser,
  folder: string,
  language: Language,
  theme: Ground,
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const dir = await overlayPages();
  for (const style of effectStyles) {
    // A calm page shows a moment as one still picture.
    const options = widgetOptions('effects', { frame: { language, calm: true }, style, scene: 'smoke' });
    const desk = await openOverlayDesk(dir, { options, state: battle(3) });
    const page = await browser.newPage({ viewport: sceneSizes.portrait, bypassCSP: true });
    const shots: string[] = [];
    for (const moment of moments) {
      await page.goto(desk.url);
      await showOver(page, theme);
      await page.locator('.fx-set').waitFor({ state: 'attached' });
      desk.moment(moment);
      await page.locator('.fx-banner').waitFor();
      const shot = await page.screenshot({ type: 'jpeg', quality: 90 });
      shots.push(`<img width="300" src="data:image/jpeg;base64,${shot.toString('base64')}">`);
      // The next page must not be the one that is still open.
      await page.goto('about:blank');
    }
    await page.setViewportSize({ width: 300 * shots.length, height: 534 });
    await page.setContent(`<body style="margin:0;display:flex">${shots.join('')}</body>`);
    const name = `overlay-moments-${style}`;
    const file = `${name}-${language}-${theme}.png`;
    await page.screenshot({ path: join(folder, file) });
    pictures.push({ file, screen: name, amount: 'full', language, theme, size: 'sheet' });
    await page.close();
    await desk.close();
  }
  return pictures;
}

type Place = Omit<SceneItem, 'widget' | 'hidden'>;

/** Where the widgets of the scenes are, from the back to the front. */
const places: Readonly<Record<(typeof sceneOrientations)[number], Partial<Record<WidgetKind, Place>>>> = {
  portrait: {
    effects: { x: 0, y: 0, ...sceneSizes.portrait },
    pkBar: { x: 0, y: 240, width: 1080, height: 340 },
    countdown: { x: 640, y: 600, width: 400, height: 240 },
    goal: { x: 40, y: 620, width: 480, height: 196 },
    ranking: { x: 40, y: 1180, width: 540, height: 420 },
    recentGifts: { x: 600, y: 1180, width: 440, height: 340 },
  },
  landscape: {
    effects: { x: 0, y: 0, ...sceneSizes.landscape },
    pkBar: { x: 520, y: 30, width: 880, height: 278 },
    countdown: { x: 1480, y: 60, width: 360, height: 216 },
    goal: { x: 80, y: 80, width: 400, height: 164 },
    ranking: { x: 80, y: 560, width: 540, height: 420 },
    recentGifts: { x: 1440, y: 640, width: 400, height: 310 },
  },
};

/** Makes the widgets of `places` and one scene of them in each direction, in a show that is on air. */
export async function makeScenes(client: ScreenClient, language: Language): Promise<OverlayLinkView[]> {
  const ids = new Map<string, string>();
  for (const kind of Object.keys(places.portrait) as (keyof typeof places.portrait)[]) {
    const { link } = await client.call('overlay.create', { kind, name: kind, language });
    ids.set(kind, link.id);
  }
  const scenes: OverlayLinkView[] = [];
  for (const orientation of sceneOrientations) {
    const items = Object.entries(places[orientation]).map(([kind, place]) => ({
      ...place,
      widget: ids.get(kind) ?? '',
      hidden: false,
    }));
    const { link } = await client.call('overlay.create', { kind: 'scene', name: orientation, language });
    const { id, name, changedAt } = link;
    const options = widgetOptions('scene', { frame: { language }, orientation, items });
    scenes.push((await client.call('overlay.update', { id, name, options, changedAt })).link);
  }
  return scenes;
}

/** Takes pictures of scenes with several widgets over a video. */
export async function takeScenes(
  browser: Browser,
  folder: string,
  scenes: readonly OverlayLinkView[],
  { language, theme }: { language: Language; theme: Ground },
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const { url, options } of scenes) {
    if (options.kind !== 'scene') continue;
    const size = sceneSizes[options.orientation];
    const page = await browser.newPage({ viewport: size, bypassCSP: true });
    await page.goto(url);
    await showOver(page, theme);
    await page
      .locator('iframe')
      .nth(options.items.length - 1)
      .waitFor();
    for (const frame of await page.locator('iframe').all())
      await frame.contentFrame().locator('.host > *').first().waitFor({ state: 'attached' });
    const name = `overlay-scene-${options.orientation}`;
    const file = `${name}-${language}-${theme}.png`;
    await page.screenshot({ path: join(folder, file) });
    pictures.push({ file, screen: name, amount: 'full', language, theme, size: 'sheet' });
    await page.close();
  }
  return pictures;
}

/** Puts a stand-in for a video behind a transparent page. */
async function showOver(page: Page, theme: Ground): Promise<void> {
  await page.addStyleTag({ content: `html { background: ${videoBehind(theme)} !important; }` });
}
