import { join } from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import { defaultLines } from '#backstage/sources/lines.ts';
import { serveBackstage } from '#electron/backstage/backstageServer.ts';
import { withOverlays } from '#electron/overlay/withOverlays.ts';

/** The backstage process of the desktop app. In addition it answers `cpu` with its CPU time so far, ms. */
serveBackstage(
  {
    send: (message) => process.send?.(message),
    onMessage: (listener) => {
      process.on('message', (message) => {
        if (message === 'cpu') {
          const { user, system } = process.cpuUsage();
          process.send?.({ cpuMs: (user + system) / 1000 });
        } else listener(message);
      });
    },
    exit: (code) => process.exit(code),
  },
  async ({ dataDir, build }) => {
    const backstage = await openBackstage({ dataDir, build, lines: defaultLines(process.env) });
    const pagesDir = join(import.meta.dirname, '..', '..', 'dist', 'overlay');
    const folders = { dataDir, pagesDir, filesDir: join(dataDir, 'overlays') };
    return withOverlays(backstage, folders, () => undefined, { firstPort: 0 });
  },
);
