import { z } from 'zod';
import { openBackstage } from '#backstage/openBackstage.ts';
import { withOverlays } from '#electron/overlay/withOverlays.ts';
import type { Push } from '#shared/contract/backstage.ts';

/**
 * A backstage with its hub in its own process, to be killed. Arguments: data folder, folder of local pages, folder of
 * built pages. It creates a widget if there is none, and sends its URL as soon as it has one.
 */
const [dataDir = '', filesDir = '', pagesDir = ''] = z.array(z.string()).parse(process.argv.slice(2));
const lines = (['line1', 'line2'] as const).map((id) => ({
  id,
  kind: 'direct' as const,
  webUrl: 'http://127.0.0.1:1',
  wsUrl: 'ws://127.0.0.1:1',
  signUrl: '',
  signKey: '',
  relayUrl: '',
}));
const opened = await openBackstage({ dataDir, build: 'child', lines });
const backstage = withOverlays(opened, { dataDir, filesDir, pagesDir }, () => {}, { firstPort: 0 });
const client = backstage.connect({
  by: 'child',
  // The first push arrives while the screen is still connecting.
  send: (push: Push) => queueMicrotask(() => take(push)),
});

// The test has ended without killing this process.
process.once('disconnect', () => process.exit());

function take(push: Push): void {
  if (push.push !== 'overlay.changed') return;
  const [link] = push.links;
  if (link === undefined)
    void client.request({ id: 1, call: 'overlay.create', args: { kind: 'pkBar', name: 'PK' } });
  else if (link.url !== '') process.send?.({ url: link.url, file: link.file });
}
