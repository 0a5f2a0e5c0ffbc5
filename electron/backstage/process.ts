import path from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import { createSource, defaultLines } from '#backstage/sources/lines.ts';
import { withOverlays } from '../overlay/withOverlays.ts';
import { serveBackstage, withSignInToken } from './backstageServer.ts';

/** Entry point of the utility process: serves a backstage over the port that Electron provides. */
const { parentPort } = process;

// Print the error and its stack as one text. Node's own report would add a source excerpt to the log.
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
  async ({ dataDir, build }, { relayUser, hubChanged, pages }) => {
    const backstage = await openBackstage({
      dataDir,
      build,
      lines: defaultLines(process.env),
      createSource: (line, parts) => createSource(withSignInToken(line, relayUser()), parts),
      pages,
      phones: { pagesDir: path.join(import.meta.dirname, '..', 'renderer') },
      log: ({ message, error }) => log(message, error),
    });
    const folders = {
      dataDir,
      pagesDir: path.join(import.meta.dirname, '..', 'overlay'),
      filesDir: path.join(dataDir, '..', 'overlays'),
    };
    return withOverlays(backstage, folders, log, { build, servedAt: hubChanged });
  },
);

function log(message: string, error?: unknown): void {
  console.log(message, ...(error === undefined ? [] : [error]));
}
