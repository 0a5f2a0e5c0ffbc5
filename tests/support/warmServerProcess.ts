import { ensureWebBuild } from '#server/builds.ts';
import { readConfig } from '#server/config.ts';
import { explain } from '#server/explain.ts';
import { catchFaults } from '#server/hosting/faultBoundary.ts';
import { keepFilesPrivate } from '#server/main.ts';
import { root } from '#server/root.ts';
import { type RunningServer, runServer } from '#server/run.ts';
import type { Order } from './warmServer.ts';

// The process of `startWarm`: starts servers on request, as `server/main.ts` does once.
const say = (line: string) => process.stdout.write(`${line}\n`);
const servers = new Map<string, RunningServer>();

/**
 * The port that servers without a port of their own use one after another. A browser keeps scripts by their address, and
 * to load and compile those of the app takes a fifth of the time in which a page opens.
 */
let port = '0';

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const isFree = ![...servers.keys()].some((url) => new URL(url).port === port);
  const config = readConfig({ ...env, ...(env.PORT === '0' && isFree && { PORT: port }) }, process.cwd());
  keepFilesPrivate(config.dataDir);
  const server = await runServer({ config, ...(await ensureWebBuild(root, say)), say });
  servers.set(server.url, server);
  if (port === '0') ({ port } = new URL(server.url));
  return server.url;
}

async function close(url: string): Promise<string> {
  await servers.get(url)?.close();
  servers.delete(url);
  return url;
}

catchFaults((error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  const { id } = order;
  const work = order.order === 'start' ? start(order.env) : close(order.url);
  work.then(
    (url) => process.send?.({ id, url }),
    (error: unknown) => process.send?.({ id, error: explain(error) }),
  );
});
