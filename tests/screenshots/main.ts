import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forMany } from '../support/accounts.ts';
import { launchBrowser } from '../support/browser.ts';
import { startRingside } from '../support/ringside.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import { ToolPage } from '../support/toolPage.ts';
import { playBattle } from './battleShow.ts';
import { choose } from './choose.ts';
import { desktopNames, takeDesktop } from './desktopScreens.ts';
import { takeDocsPictures } from './docsPictures.ts';
import { fillAccounts } from './fillAccounts.ts';
import { indexPage, type Picture } from './indexPage.ts';
import { makeScenes, takeMomentSheets, takeScenes } from './overlayScenes.ts';
import { takeOverlaySheets } from './overlaySheets.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { showWhole } from './showWhole.ts';

/**
 * `npm run screenshots -- [SCREEN...]`: takes pictures of every screen in every language, theme and size from a running
 * rehearsal, and writes `screenshots/index.html`. `--only=ja,dark,390x844` selects languages, themes and sizes;
 * `--whole` takes full-length pictures. `--docs` takes the pictures of the README, the guides and the public home page
 * instead.
 */
const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'screenshots');
/** Sheets of overlays instead of screens. */
const OVERLAYS = 'overlays';
if (process.argv.includes('--docs')) {
  await takeDocsPictures((line) => process.stdout.write(`${line}\n`));
  process.exit(0);
}
const { names: wanted, languages, themes, sizes, whole } = choose(process.argv.slice(2));
const chosen = screens.filter((screen) => wanted.length === 0 || wanted.includes(screen.name));
const withOverlays = wanted.length === 0 || wanted.includes(OVERLAYS);
const onDesktop = desktopNames.filter((name) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0 && onDesktop.length === 0 && !withOverlays) {
  const names = [...screens.map((screen) => screen.name), ...desktopNames, OVERLAYS];
  process.stderr.write(`There are these screens: ${names.join(', ')}.\n`);
  process.exit(1);
}

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const pictures: Picture[] = [];

if (withOverlays) {
  const ringside = await startRingside();
  pictures.push(
    ...(await takeOverlaySheets(browser, ringside.url, folder, { locales: languages, grounds: themes })),
  );
  await ringside.stop();
  for (const language of languages) {
    for (const theme of themes) pictures.push(...(await takeMomentSheets(browser, folder, language, theme)));
    const onAir = await startRingside({ env: { ...forMany, TOOL: 'auto' } });
    const client = await joinAsScreen(onAir.url);
    await playBattle(client, language);
    const scenes = await makeScenes(client, language);
    for (const theme of themes)
      pictures.push(...(await takeScenes(browser, folder, scenes, { language, theme })));
    client.close();
    await onAir.stop();
  }
}

if (onDesktop.length > 0)
  pictures.push(...(await takeDesktop(folder, onDesktop, { languages, themes, sizes })));

for (const language of chosen.length === 0 ? [] : languages) {
  for (const amount of ['empty', 'full'] as const) {
    const those = chosen.filter((one) => one.amounts.includes(amount));
    if (those.length === 0) continue;
    const ringside = await startRingside({ env: { ...forMany, TOOL: 'auto' } });
    const client = await joinAsScreen(ringside.url);
    if (amount === 'full' && those.some((one) => one.signedIn !== true)) await fill(language);
    const token = those.some((one) => one.signedIn === true) ? await fillAccounts(ringside.url) : '';
    for (const screen of those) {
      await screen.setup?.(client);
      for (const theme of themes) for (const size of sizes) await take(screen, { theme, size });
    }
    client.close();
    await ringside.stop();

    /** Runs a busy rehearsal until it has hundreds of rows. */
    async function fill(locale: (typeof languages)[number]): Promise<void> {
      await client.call('rehearsal.open', { size: 'storm', locale });
      await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
      await client.call('session.act', { action: 'start' });
      await client.call('show.subscribe', {});
      await client.push((push) => push.push === 'inputs');
      for (let rows = 0; rows < 400; ) {
        rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
      }
    }

    async function take(
      screen: Screen,
      { theme, size }: { theme: (typeof themes)[number]; size: (typeof sizes)[number] },
    ): Promise<void> {
      const tool = await ToolPage.open(browser, ringside.url, {
        language,
        dark: theme === 'dark',
        width: size.width,
        height: size.height,
        path: screen.path,
        ...(screen.signedIn === true ? { token } : {}),
      });
      await screen.prepare(tool.page);
      if (whole) await showWhole(tool.page);
      const file = `${screen.name}-${amount}-${language}-${theme}-${size.width}x${size.height}.png`;
      await tool.page.screenshot({ path: join(folder, file), animations: 'disabled', fullPage: whole });
      pictures.push({
        file,
        screen: screen.name,
        amount,
        language,
        theme,
        size: `${size.width}x${size.height}`,
      });
      await tool.close();
    }
  }
}

await browser.close();
writeFileSync(join(folder, 'index.html'), indexPage(pictures));
process.stdout.write(`${pictures.length} pictures in ${join(folder, 'index.html')}\n`);
