import './leanImports.ts';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { explain } from './explain.ts';
import { ensureWebBuild } from './webBuild.ts';

/** `npm start`. */
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env, process.cwd());
  // Not before what makes importing it cheap is in place.
  const { runServer } = await import('./run.ts');
  const web = await ensureWebBuild(join(import.meta.dirname, '..'), say);
  const server = await runServer({ config, ...web, say });

  let stopping = false;
  const stop = () => {
    // Whoever asks twice does not want to wait; what is stored is safe all the same.
    if (stopping) process.exit(1);
    stopping = true;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  say(`Ringside is ready: ${server.url}`);
  say(`Shows are kept in ${config.dataDir}. Stop with Ctrl+C; an open show resumes at the next start.`);
  const once = await server.once;
  if (once !== null) {
    const link = `${server.url}login?once=${once}&redirect=%2Ftool`;
    say(`Sign in as ${config.accounts.adminEmail}, once and without a password: ${link}`);
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
