import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { until } from '#tests/support/until.ts';

/**
 * Makes the app serve its overlays at a port of its own. Another app of another test takes the usual one as soon as
 * it is free, and then the links of this one would be gone after a restart, as the product says they are.
 */
export async function reserveOverlayPort(userData: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const content = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  const folder = join(userData, 'backstage');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'overlay-port.json'), JSON.stringify({ version: 1, content }));
}

/** Takes a port as another program would, once the app that was killed a moment ago has let go of it. */
export async function occupyPort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.end());
  const listens = () =>
    new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
  await until(listens, `port ${port} to be free`);
  return server;
}
