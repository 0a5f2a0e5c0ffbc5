import { join } from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { openApi } from './api/api.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type ServerConfig } from './config.ts';
import { signedInUser } from './relay/authorise.ts';
import { openRelay } from './relay/open.ts';
import { ensureWebBuild } from './webBuild.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await start(readConfig(process.env, process.cwd()));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function start(config: ServerConfig): Promise<void> {
  const { webDir, build } = await ensureWebBuild(root, say);
  const backstage = await openBackstage({ dataDir: config.dataDir, build, lines: config.lines });
  const trust = { publicHost: config.publicUrl?.host.toLowerCase() ?? null, listenHost: config.host };
  const api = openApi({ config: config.accounts, dataDir: config.dataDir, say });
  const { trustedProxies } = config.accounts;
  const [line] = config.lines;
  const relay = line && { relay: openRelay(line), authorise: signedInUser(api.services) };
  const app = await createApp({
    backstage,
    trust,
    webDir,
    build,
    api,
    trustedProxies,
    ...(relay && { relay }),
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await app.close();
    await backstage.close();
    await api.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await backstage.close();
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const url = config.publicUrl?.href ?? `http://${shownHost(config.host)}:${port}/`;
  say(`Ringside is ready: ${url}`);
  say(`Shows are kept in ${config.dataDir}. Stop with Ctrl+C; an open show resumes at the next start.`);
  const once = await api.opened;
  if (once !== null)
    say(`Sign in as ${config.accounts.adminEmail}, once and without a password: ${url}login?once=${once}`);
}

/** A wildcard address is no address that a browser can open. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof RingsideError && error.problem.code === 'storage.unwritable') {
    const place = error.problem.params?.path ?? 'DATA_DIR';
    return `Ringside cannot write to ${place}. Give it a folder that it may write to with DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof RingsideError && error.problem.code === 'storage.inUse') {
    const place = error.problem.params?.path ?? 'DATA_DIR';
    return `Another Ringside is using ${place}. Stop that one, or give this one a folder of its own with DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      return 'The port is in use by another program (or by another Ringside). Stop that one, or choose another with PORT=5190 npm start.';
    }
    if (error.code === 'EACCES')
      return 'The system does not allow this port. Choose one above 1024 with PORT=5190 npm start.';
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      return 'This machine has no such address as HOST says. HOST=127.0.0.1 is the default.';
    }
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
