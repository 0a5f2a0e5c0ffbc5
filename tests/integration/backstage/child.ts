import { z } from 'zod';
import { openBackstage } from '#backstage/openBackstage.ts';
import { ChromiumPages } from '#server/pages/chromium.ts';
import { totals } from '#shared/game/selectors.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { linesTo, presetOfTwo } from './fixtures.ts';
import { TestScreen } from './testScreen.ts';

/**
 * A backstage in its own process, to be killed. Arguments: data folder, URLs of the platform's web site and of its
 * sockets, username, and `page` to read the room's page. It resumes the stored show, or begins and starts one, and answers each message with its counts.
 */
const [dataDir, webUrl, wsUrl, username, kind = 'direct'] = z
  .array(z.string())
  .min(4)
  .parse(process.argv.slice(2));
if (dataDir === undefined || webUrl === undefined || wsUrl === undefined || username === undefined) {
  throw new Error('four arguments');
}

const lines = linesTo({ webUrl, wsUrl });
const backstage = await openBackstage({
  dataDir,
  build: 'child',
  ...(kind === 'page'
    ? {
        lines: lines.map((line) => ({ ...line, kind: 'page' as const })),
        pages: new ChromiumPages(() => findBrowser() ?? null),
      }
    : { lines }),
});
const screen = new TestScreen(backstage);
await screen.subscribe();
if (screen.showId === null) {
  const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username, lineId: 'line1' });
  await screen.call('session.act', { action: 'start' });
}
process.on('disconnect', () => process.exit(1));
process.on('message', () => {
  void screen.subscribe().then(() => {
    const { seen, counted } = totals(screen.state);
    process.send?.({
      gifts: seen.count,
      diamonds: seen.diamonds,
      counted: counted.count,
      gaps: screen.state.gaps.map(({ cause, from, until }) => ({ cause, from, until })),
    });
  });
});
