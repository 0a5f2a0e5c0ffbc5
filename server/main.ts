import { join } from 'node:path';
import { readConfig } from './config.ts';
import { explain } from './explain.ts';
import { keepFilesPrivate } from './privateFiles.ts';
import { type RunningServer, runServer } from './run.ts';
import { onStopRequest } from './stopRequests.ts';
import { ensureWebBuild } from './webBuild.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the server until a signal ends it; a start that does not succeed ends with 1 and a plain sentence. */
export async function start({ loaded }: { loaded: () => void }): Promise<void> {
  const stopping = new Stopping();
  try {
    const config = readConfig(process.env, process.cwd());
    const web = await ensureWebBuild(join(import.meta.dirname, '..'), say);
    keepFilesPrivate(config.dataDir);
    const server = await runServer({ config, ...web, say });
    loaded();
    stopping.serve(server);

    say(`Ringside is ready: ${server.url}`);
    say(`Shows are kept in ${config.dataDir}. Stop with Ctrl+C; an open show resumes at the next start.`);
    const once = await server.once;
    if (once !== null) {
      // Browsers keep what follows # to themselves: it is in no log of a server or proxy.
      const link = `${server.url}login?redirect=%2Ftool#once=${once}`;
      say(`Sign in as ${config.accounts.adminEmail}, once and without a password: ${link}`);
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Ends the process when somebody asks for it, at once while it starts, and in order once it serves. */
class Stopping {
  #server: RunningServer | null = null;
  #begun = false;

  constructor() {
    onStopRequest((how) => this.#stop(how));
  }

  serve(server: RunningServer): void {
    this.#server = server;
  }

  #stop(how: 'signal' | 'npmEnded'): void {
    if (this.#begun) {
      // A second signal comes from somebody who does not want to wait; what is stored is safe all the same.
      if (how === 'signal') process.exit(1);
      return;
    }
    this.#begun = true;
    // What is stored while the server starts is safe against an end at any moment.
    if (this.#server === null) process.exit(0);
    void this.#server.close().then(() => process.exit(0));
  }
}
