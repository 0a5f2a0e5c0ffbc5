import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Backstage, JoinedRoom } from '#backstage/api.ts';
import { every, systemClock } from '#backstage/clock.ts';
import type { Allowance } from '#backstage/diskQuota.ts';
import type { ShowLogs } from '#backstage/journal/inputLog.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { PhoneForm } from '#backstage/phones/phones.ts';
import type { StoredShows } from '#backstage/show/archive.ts';
import type { Outbound } from '#backstage/sources/outbound.ts';
import type { Pages } from '#backstage/sources/page/pageSource.ts';
import type { ImportStore } from '#backstage/transfer/importStore.ts';
import type { WebhookForm } from '#backstage/webhooks/webhooks.ts';
import { REMOTE_PATH } from '#shared/contract/remote/token.ts';
import { openApi } from './api/api.ts';
import { createApp } from './app.ts';
import { Cluster } from './cluster/cluster.ts';
import { storeFilesOf } from './cluster/hostFiles.ts';
import type { ServerConfig } from './config.ts';
import { serveControl } from './control/control.ts';
import { backUp } from './database/backup/backup.ts';
import { explain } from './explain.ts';
import { Hosting, type Owner } from './hosting/hosting.ts';
import { purgeShowsOfClosedHosts } from './hosting/purgeShows.ts';
import { createAdmission, FIRST_ACCOUNT } from './hosting/screenAdmission.ts';
import { hostKeyOf } from './hosting/tokenResolver.ts';
import { logOf } from './logs/serverLog.ts';
import { Metrics } from './metrics/metrics.ts';
import { serverStatus } from './metrics/overview.ts';
import { CommitTimes, LagOfLastMinute, processGauges } from './metrics/process.ts';

import { measureShows, problemsOf } from './metrics/shows.ts';
import { noOutbound, OutboundGuard } from './outbound/guard.ts';
import { HostedOverlays } from './overlay/overlayLookup.ts';
import { ChromiumPages, findPageBrowser, hasDisplay } from './pages/chromium.ts';
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
/** The most requests of all webhooks of an account in a minute. */
const HOOKS_PER_MINUTE = 6000;

/** Composes the parts of the server and listens. Rejects with the errors of openBackstage and of listening. */
export async function runServer({ config, webDir, build, say }: RunOptions): Promise<RunningServer> {
  const { dataDir, lines, personal, limits } = config;
  const guard = new OutboundGuard({ ...config.outbound, now: () => Date.now() });
  // Hosts that the operator allows for lines may be internal, so webhooks must not reach them.
  const hookGuard = new OutboundGuard({
    allowedHosts: [],
    perMinute: HOOKS_PER_MINUTE,
    now: () => Date.now(),
  });
  const webhooksOf = (key: string) => ({ fetch: hookGuard.of(key).fetch, needsHttps: true });
  const https = config.publicUrl?.protocol === 'https:';
  let url = config.publicUrl?.href ?? '';
  const overlayAddress = { url: (token: string) => `${url}overlay/#${token}`, file: () => '' };
  let overlays: HostedOverlays | null = null;
  let remotes: HostedRemotes | null = null;
  const serveRemoteOf = ({ remote }: Pick<Backstage, 'remote'>) => {
    if (url !== '') remote.serveAt(new URL(REMOTE_PATH, url).href);
  };
  const open = async (
    folder: string,
    {
      hostKey,
      ...options
    }: {
      outbound?: Outbound;
      webhooks?: WebhookForm | null;
      allowance?: Allowance;
      hostKey?: string;
      pages?: Pages;
      phones?: PhoneForm;
      logs?: ShowLogs;
      stored?: StoredShows;
      imports?: ImportStore;
      joined?: JoinedRoom;
      fenced?: () => void;
    },
  ) => {
    const opened = await openBackstage({
      dataDir: folder,
      build,
      lines,
      log: logOf(relative(dataDir, folder)),
      measureEvery: limits.measureEvery,
      ...options,
    });
    if (hostKey !== undefined) {
      opened.overlays.onLinks(() => overlays?.refresh(hostKey));
      opened.remote.onTokens(() => remotes?.refresh(hostKey));
    }
    opened.overlays.serveAt(overlayAddress);
    if (options.outbound !== noOutbound) serveRemoteOf(opened);
    return opened;
  };
  // On a shared server, open only pages of the configured platform: a page may load any address.
  const platforms = new Set(lines.map(({ webUrl }) => webUrl));
  const pages = new ChromiumPages(() => findPageBrowser(process.env), {
    mayOpen: ({ webUrl }) => personal || platforms.has(webUrl),
    // Only the owner of a personal server can see its display.
    windowsWithProfile: personal && hasDisplay(process.env) ? join(dataDir, 'platform-pages') : undefined,
  });
  const optionsOf = (owner: Owner) => {
    // On a personal server, the owner may connect to any address.
    if (owner.kind === 'own') {
      const allowance = limits.ofOwner;
      return personal
        ? { allowance, pages, phones: { pagesDir: webDir } }
        : { allowance, pages, outbound: guard.of('own'), webhooks: webhooksOf('own') };
    }
    if (owner.kind === 'visitor')
      return { outbound: noOutbound, webhooks: null, allowance: limits.ofVisitor };
    const webhooks = webhooksOf(owner.key);
    return { outbound: guard.of(owner.key), webhooks, allowance: limits.ofHost, hostKey: owner.key, pages };
  };
  const cluster =
    config.node === null
      ? null
      : new Cluster({
          databaseUrl: config.node.databaseUrl,
          nodeId: config.node.id,
          secret: config.node.secret,
          address: () => config.node?.address ?? listensAt(),
          build: `${projectVersion()}+${build}`,
          outboundOf: (host) => guard.of(host),
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
    open: async (folder, owner) => {
      if (cluster === null || owner.kind !== 'host') return open(folder, optionsOf(owner));
      const { logs, files, imports, stored } = await cluster.prepare(owner.key, folder);
      const fenced = () => hosting.restart(owner, new Error('another server has written to the show'));
      const { joined } = cluster;
      const room = joined.of(owner.key);
      const backstage = await open(folder, {
        ...optionsOf(owner),
        outbound: joined.outboundOf(owner.key, guard.of(owner.key)),
        logs,
        imports,
        fenced,
        ...(stored && { stored }),
        ...(room && { joined: room }),
      });
      const opened = storeFilesOf(backstage, files, (error) => onFault(error, `hosts/${owner.key}`));
      cluster.setOnAir(owner.key, opened.busy);
      opened.onBusy((busy) => {
        cluster.setOnAir(owner.key, busy);
        if (!busy) cluster.recordings?.check(owner.key);
      });
      return opened;
    },
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
    {
      name: 'ringside_database_up',
      help: '1 while the database of accounts can be used, otherwise 0.',
      read: () => Number(api.isOpen),
    },
    {
      name: 'ringside_recordings_waiting',
      help: 'Ended shows that wait to be stored at RECORDINGS_URL.',
      read: () => cluster?.recordings?.waiting ?? 0,
    },
    {
      name: 'ringside_recordings_failing_seconds',
      help: 'For how long storing ended shows has failed; 0 if it works.',
      read: () => cluster?.recordings?.failingSeconds ?? 0,
    },
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
    await pages.close();
    await api.close();
    await guard.close();
    await hookGuard.close();
  };
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  listensAt = () => `http://${shownHost(config.host)}:${portOf(app, config)}`;
  url = config.publicUrl?.href ?? `${listensAt()}/`;
  // Set the address in backstages that opened before it was known.
  for (const each of hosting.open) {
    each.overlays.serveAt(overlayAddress);
    serveRemoteOf(each);
  }
  // Resume shows in the background: hosts and monitors get answers meanwhile.
  if (cluster === null) void hosting.resume().catch((error: unknown) => onFault(error));
  else {
    // The database says which shows this server continues.
    hosting.abandonHosts();
    void cluster.join();
  }
  return { url, once: api.opened, close };
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
