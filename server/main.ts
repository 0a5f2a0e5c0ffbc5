import { join } from 'node:path';
import { readConfig } from './config.ts';
import { explain } from './explain.ts';
import { type RunningServer, runServer } from './run.ts';
import { ensureWebBuild } from './webBuild.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the server until a signal ends it; a start that does not succeed ends with 1 and a plain sentence. */
export async function start({ loaded }: { loaded: () => void }): Promise<void> {
  try {
    const config = readConfig(process.env, process.cwd());
    const web = await ensureWebBuild(join(import.meta.dirname, '..'), say);
    const server = await runServer({ config, ...web, say });
    loaded();
    endOnSignals(server);

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
}

function endOnSignals(server: RunningServer): void {
  let stopping = false;
  const stop = () => {
    // Whoever asks twice does not want to wait; what is stored is safe all the same.
    if (stopping) process.exit(1);
    stopping = true;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
