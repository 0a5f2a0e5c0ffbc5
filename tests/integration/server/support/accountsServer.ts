import { openApi } from '#server/api/api.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { defaultLimits } from '#server/limits/limits.ts';
import { emptyBackstage } from './emptyBackstage.ts';
import { runShows } from './runShows.ts';

/** Runs the API without backstages in this process, for tests that kill or measure it. Prints its address as JSON. */
const config = readConfig(process.env, process.cwd());
const many = { burst: 1e9, perSecond: 1e6 };
const strict = { secret: many, mail: many, heavy: many };
const api = openApi({
  config: config.accounts,
  dataDir: config.dataDir,
  presetBytes: config.limits.ofHost.presetBytes,
  say: (line) => process.stderr.write(`${line}\n`),
  limits: process.env.LIMITS === 'default' ? defaultLimits : { sender: many, account: many, strict },
});
const app = await createApp({
  backstage: emptyBackstage,
  trust: { publicHost: null, listenHost: '127.0.0.1' },
  webDir: config.dataDir,
  build: 'test',
  api,
  trustedProxies: config.accounts.trustedProxies,
});
await api.opened;
await runShows(config.dataDir, Number(process.env.SHOWS ?? 0));
const url = await app.listen({ port: config.port, host: config.host });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => api.close())
    .then(() => process.exit(0));
});
