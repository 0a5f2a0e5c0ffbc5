import { readConfig } from '#server/config.ts';
import { runServer } from '#server/run.ts';

/** Runs the server in this process. The argument is the folder of the web app. Sends the server's address to the parent. */
const [webDir = ''] = process.argv.slice(2);
const config = readConfig(process.env, process.cwd());
const server = await runServer({ config, webDir, build: 'test', say: () => {} });
process.send?.({ url: server.url });
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }));
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
