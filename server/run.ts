import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Backstage } from '#backstage/api.ts';
import { every, systemClock } from '#backstage/clock.ts';
import { openApi } from './api/api.ts';
import { createApp } from './app.ts';
import { Cluster } from './cluster/cluster.ts';
import { storeFilesOf } from './cluster/hostFiles.ts';
import type { ServerConfig } from './config.ts';
import { serveControl } from './control/control.ts';
import { backUp } from './database/backup/backup.ts';
import { explain } from './explain.ts';
import { Hosting, type Owner } from './hosting/hosting.ts';
import { OwnerBackstages } from './hosting/ownerBackstages.ts';
import { purgeShowsOfClosedHosts } from './hosting/purgeShows.ts';
import { createAdmission, FIRST_ACCOUNT } from './hosting/screenAdmission.ts';
import { hostKeyOf } from './hosting/tokenResolver.ts';
import { logOf } from './logs/serverLog.ts';
import { Metrics } from './metrics/metrics.ts';
import { serverStatus } from './metrics/overview.ts';
import { CommitTimes, LagOfLastMinute, processGauges, storageGauges } from './metrics/process.ts';
import { measureShows, problemsOf } from './metrics/shows.ts';
import { HostedOverlays } from './overlay/overlayLookup.ts';
import { openRecordingStore } from './recordings/recordingStore.ts';
import { openRelay } from './relay/relay.ts';
import { signedInUser } from './relay/serveRelay.ts';
import { HostedRemotes } from './remote/remoteLookup.ts';
import { root } from './root.ts';

interface RunOptions {
  config: ServerConfig;
  /** The folder of the built web app. */
  webDir: string;
  build: string;
  /** Prints a line for the operator. */
  say: (line: string) => void;
}

export interface RunningServer {
  /** The server's address for browsers, with a trailing slash. */
  url: string;
  /** Resolves to the token of the one-time sign-in link when the database is open; null if no link is needed. */
  once: Promise<string | null>;
  /** Finishes calls under way, writes pending data and closes everything. */
  close(): Promise<void>;
}

/** The time (ms) that calls under way have to finish when the server closes. */
const FINISH_WITHIN_MS = 5000;
const HOUR_MS = 3_600_000;

/** Composes the parts of the server and listens. Rejects with the errors of openBackstage and of listening. */
export async function runServer({ config, webDir, build, say }: RunOptions): Promise<RunningServer> {
  const { dataDir, lines, personal, limits } = config;
  const https = config.publicUrl?.protocol === 'https:';
  let overlays: HostedOverlays | null = null;
  let remotes: HostedRemotes | null = null;
  const backstages = new OwnerBackstages({
    config,
    webDir,
    build,
    linksChanged: (host) => overlays?.refresh(host),
    tokensChanged: (host) => remotes?.refresh(host),
  });
  const cluster =
    config.node === null
      ? null
      : new Cluster({
          databaseUrl: config.node.databaseUrl,
          nodeId: config.node.id,
          secret: config.node.secret,
          address: () => config.node?.address ?? listensAt(),
          build: `${projectVersion()}+${build}`,
          outboundOf: (host) => backstages.outboundOf(host),
          resume: (hosts) => void hosting.resume(hosts).catch((error: unknown) => onFault(error)),
          onAir: () => hosting.onAir,
          closeShow: (key, give) => hosting.handOver(key, give),
          localHosts: () => hosting.hosts,
          remove: (hosts) => hosting.remove(hosts),
          disconnect: () => hosting.disconnectHosts(),
          abandon: () => hosting.abandonHosts(),
          recordings: config.node.recordings && {
            store: openRecordingStore(config.node.recordings),
            dataDir,
          },
          say,
          onFault: (error) => onFault(error),
        });
  let listensAt = () => '';
  let onFault = (error: unknown, _folder?: string) => say(explain(error));
  const hosting: Hosting = new Hosting({
    dataDir,
    onFault: (error, folder) => onFault(error, folder),
    open: (folder, owner) =>
      cluster === null || owner.kind !== 'host'
        ? backstages.open(folder, owner)
        : openInCluster({
            cluster,
            backstages,
            owner,
            folder,
            onFault: (error) => onFault(error, `hosts/${owner.key}`),
            fenced: () => hosting.restart(owner, new Error('another server has written to the show')),
          }),
    closed: async (owner) => {
      if (owner.kind !== 'host') return;
      cluster?.recordings?.check(owner.key);
      await cluster?.release(owner.key);
    },
    limits: {
      hosts: limits.hosts,
      visitors: limits.visitors,
      visitorsOfSender: limits.visitorsOfSender,
    },
  });
  const own = await hosting.acquire({ kind: 'own' });
  if (own === null) throw new Error('the backstage of the machine is closed');
  const { backstage } = own;
  overlays = new HostedOverlays(dataDir, hosting, {
    mostHeld: limits.heldOverlays,
    ...(cluster && { shared: cluster.overlays }),
  });
  remotes = new HostedRemotes(dataDir, hosting, cluster?.remotes);
  const [line] = lines;
  // Connect directly: relay users must not use up the operator's signing key or browser.
  const relay = line && openRelay({ ...line, kind: 'direct' });
  const lag = new LagOfLastMinute();
  const commitTimes = new CommitTimes();
  const status = serverStatus({
    build,
    dataDir,
    hosting,
    lag,
    commitTimes,
    seats: () => [
      ...(overlays === null ? [] : [{ kind: 'heldOverlays' as const, ...overlays.seats }]),
      ...(relay ? [{ kind: 'relayRooms' as const, ...relay.rooms }] : []),
    ],
    mostOverlays: config.sockets.pages.inAll,
    diskBytes: limits.ofHost.diskBytes,
    recordingsSeconds: () => cluster?.recordings?.failingSeconds ?? 0,
  });
  const api = openApi({
    status,
    ...(cluster && { cluster }),
    config: config.accounts,
    dataDir,
    say,
    toolIsOpen: personal,
    https,
    presetBytes: limits.ofHost.presetBytes,
    accountsDeleted: async (accounts) => {
      await hosting.remove(accounts.map(hostKeyOf));
      await cluster?.erase(accounts.map(hostKeyOf));
      // On a personal server, the shows belong to the owner of the machine, not to an account.
      if (!personal && cluster === null && accounts.some(({ userId }) => userId === FIRST_ACCOUNT))
        await hosting.eraseOwn();
    },
  });
  onFault = (error, folder) => api.fault(error, folder);
  const metrics = new Metrics();
  metrics.add(
    ...processGauges(lag),
    ...storageGauges(
      () => api.isOpen,
      () => cluster?.recordings,
    ),
  );
  const stopMeasuring = measureShows(metrics, hosting, status.seats, dataDir);
  const app = await createApp({
    backstage,
    webDir,
    build,
    api,
    metrics,
    log: (message, error) => onFault(new Error(message, { cause: error })),
    metricsToken: config.accounts.metricsToken,
    overlays,
    remotes,
    busy: () => hosting.open.some((each) => each.busy),
    problems: () => problemsOf(hosting, dataDir),
    admit: createAdmission({
      hosting,
      services: api.services,
      personal,
      https,
      trustedProxies: config.accounts.trustedProxies,
      ...(cluster && {
        elsewhere: async (host, request) =>
          hosting.hasOpen(host) ? null : cluster.elsewhere(host, cluster.passOn.isPassedOn(request)),
      }),
    }),
    passOn: cluster?.passOn,
    handover: cluster?.handover,
    ready: cluster === null ? undefined : () => cluster.isReady,
    https,
    trust: { publicHost: config.publicUrl?.host.toLowerCase() ?? null, listenHost: config.host },
    trustedProxies: config.accounts.trustedProxies,
    limits: config.sockets,
    releasesDir: config.releasesDir,
    ...(relay && { relay: { relay, authorise: signedInUser(api.services) } }),
  });
  const control = await serveControl(dataDir, {
    backup: async (file) => backUp(await api.wholeDatabase(), file),
  });
  const stopPurging = purgeShowsOfClosedHosts({
    hosting,
    dataDir,
    clock: systemClock,
    showMs: limits.ofHost.showMs,
    log: (message, error) => logOf('')({ at: Date.now(), message, error }),
  });
  const removeOld = () => cluster?.removeBegunBefore(Date.now() - limits.ofHost.showMs).catch(onFault);
  const stopRemoving =
    limits.ofHost.showMs === Number.POSITIVE_INFINITY
      ? () => undefined
      : every(systemClock, HOUR_MS, () => void removeOld());
  const close = async () => {
    stopMeasuring();
    stopRemoving();
    commitTimes.stop();
    stopPurging();
    await control.close();
    await cluster?.drain().catch((error: unknown) => onFault(error));
    await closeGracefully(app);
    await hosting.close();
    await cluster?.close();
    await api.close();
    await backstages.close();
  };
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  listensAt = () => `http://${shownHost(config.host)}:${portOf(app, config)}`;
  const url = config.publicUrl?.href ?? `${listensAt()}/`;
  backstages.serveAt(url, hosting.open);
  // Resume shows in the background: hosts and monitors get answers meanwhile.
  if (cluster === null) void hosting.resume().catch((error: unknown) => onFault(error));
  else {
    // The database says which shows this server continues.
    hosting.abandonHosts();
    void cluster.join();
  }
  return { url, once: api.opened, close };
}

interface ClusterHost {
  cluster: Cluster;
  backstages: OwnerBackstages;
  owner: Extract<Owner, { kind: 'host' }>;
  folder: string;
  onFault: (error: unknown) => void;
  /** Called when another server has taken the show. */
  fenced: () => void;
}

/** Opens the backstage of a host whose show, files and imports are stored in the cluster's database. */
async function openInCluster(host: ClusterHost): Promise<Backstage> {
  const { cluster, backstages, owner, folder, onFault, fenced } = host;
  const { logs, files, imports, stored } = await cluster.prepare(owner.key, folder);
  const { joined } = cluster;
  const room = joined.of(owner.key);
  const backstage = await backstages.open(folder, owner, {
    outbound: joined.outboundOf(owner.key, backstages.outboundOf(owner.key)),
    logs,
    imports,
    fenced,
    ...(stored && { stored }),
    ...(room && { joined: room }),
  });
  const opened = storeFilesOf(backstage, files, onFault);
  cluster.setOnAir(owner.key, opened.busy);
  opened.onBusy((busy) => {
    cluster.setOnAir(owner.key, busy);
    if (!busy) cluster.recordings?.check(owner.key);
  });
  return opened;
}

const packageSchema = z.object({ version: z.string() });

/** The version in package.json, such as 1.2.3. */
function projectVersion(): string {
  return packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

/** Finishes calls under way. Closes the connections of slow clients after FINISH_WITHIN_MS. */
async function closeGracefully(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS);
  await app.close();
  clearTimeout(late);
}

function portOf(app: FastifyInstance, config: ServerConfig): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}

/** Replaces a wildcard address, which a browser cannot open. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
