import path from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import { createSource, defaultLines } from '#backstage/sources/lines.ts';
import { deviceName } from '#backstage/store/deviceName.ts';
import { withOverlays } from '../overlay/open.ts';
import { knownToRelay } from './relayUser.ts';
import { serveBackstage } from './serve.ts';

/** What the utility process runs: a backstage at the port that Electron gave it. */
const { parentPort } = process;

// Said in one piece, without the source around it, because these are the last words in the log.
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(1);
});

serveBackstage(
  {
    send: (message) => parentPort.postMessage(message),
    onMessage: (listener) => {
      parentPort.on('message', (event) => listener(event.data));
    },
    exit: (code) => process.exit(code),
  },
  async ({ dataDir, build }, { relayUser, hubAt }) => {
    const backstage = await openBackstage({
      dataDir,
      build,
      lines: defaultLines(process.env),
      createSource: (line) =>
        createSource(knownToRelay(line, relayUser()), globalThis.fetch, deviceName(dataDir)),
      log: ({ message, error }) => say(message, error),
    });
    const folders = {
      dataDir,
      pagesDir: path.join(import.meta.dirname, '..', 'overlay'),
      filesDir: path.join(dataDir, '..', 'overlays'),
    };
    return withOverlays(backstage, folders, say, { servedAt: hubAt });
  },
);

function say(message: string, error?: unknown): void {
  console.log(message, ...(error === undefined ? [] : [error]));
}
