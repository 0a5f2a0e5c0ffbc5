import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { until } from '#tests/support/until.ts';

/**
 * Gives the app its own overlay port. Otherwise an app of another test may take the default port, and the links would
 * change after a restart.
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

/** Occupies a port as another program does, once the killed app has released it. */
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
