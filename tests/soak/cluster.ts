import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { apiCodes } from '#shared/contract/api/call.ts';
import { api } from '#shared/contract/api/index.ts';
import type { NodeRow } from '#shared/contract/api/status.ts';
import type { ClusterDatabase } from '#tests/cluster/clusterDatabase.ts';
import { LocalCluster, type LocalNode } from '#tests/cluster/localCluster.ts';
import { makeNextBuild, type NextBuild } from '#tests/cluster/nextBuild.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { mulberry } from '#tests/support/random.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';
import { type SoakRoom, SoakRooms } from './clusterRooms.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const SERVERS = 3;
const SHOWS = 60;
const GIFTS_PER_SECOND = 20;
const FAULTS = 30;
const BETWEEN_MS = 20_000;
/** The fastest that shows are played. */
const MOST_SPEED = 8;
/** How long one show is played as fast as it can be (ms), to know what the machine does. */
const WARM_UP_MS = 5000;
const MEASURED_MS = 10_000;
/** Longer than a lease, so that another server takes the shows over. */
const AWAY_MS = 20_000;
/** Time limit for all shows to count again after a fault, and for the books to agree (ms). */
const BACK_WITHIN = 120_000;
/** Time limit for one reading of a show's books (ms). Afterwards it is read anew, over new connections. */
const ANSWER_WITHIN = 5000;
/** The number of shows whose books are read at the same time. */
const READ_AT_ONCE = 6;
const NS_PER_MS = 1e6;
/** What is printed of each server's output after a failure (characters). */
const LAST_OUTPUT = 3000;

/** Gifts of a connected room are acknowledged more often (ms), at the speed 1. */
const SILENT_MS = 2000;

const ADMIN = { email: 'admin@ringside.example', password: 'Keep_1_safe' };
const PASSWORD = 'Gift_123';
/** The line of a server whose lease has ended. */
const NO_LEASE = 'The database does not answer';

/** What happens to a server, or to the database, while it is in use. Each ends with all servers running. */
type Fault = 'kill' | 'freeze' | 'cut' | 'stop' | 'drain' | 'failover' | 'upgrade';
/** After these, a show has moved without a gap. */
const PLANNED: readonly Fault[] = ['stop', 'drain', 'upgrade'];

const EACH_FAULT: readonly Fault[] = ['kill', 'drain', 'upgrade', 'freeze', 'failover', 'stop', 'cut'];
/** After one failover the pair is a single server, and after one upgrade all servers have the newer version. */
const AGAIN = EACH_FAULT.filter((fault) => fault !== 'failover' && fault !== 'upgrade');

/** What a show's books have. */
interface Books {
  /** The gifts that the platform has delivered. */
  gifts: number;
  gaps: number;
  /** One line for each book that does not agree with the platform. */
  disagree: string[];
}

interface HostedShow {
  room: SoakRoom;
  token: string;
  overlayToken: string;
}

export interface ClusterPlan {
  seed: number;
  shows: number;
  giftsPerSecond: number;
  /** Undefined: what this machine holds, measured before the shows begin. */
  speed: number | undefined;
  faults: readonly Fault[];
  /** Time from one fault to the next one, if all shows count again by then (ms). */
  betweenMs: number;
  /** How long a frozen or cut server is away (ms). */
  awayMs: number;
  /** By default a pair of databases, which can fail over once. */
  startDatabase?: () => Promise<ClusterDatabase>;
  say: (line: string) => void;
}

export interface ClusterResult {
  speed: number;
  gifts: number;
  /** How often a server had no lease, apart from the servers that a fault had cut off. */
  leasesLost: number;
  gaps: number;
  /** The longest time (ms) in which the soak itself did nothing, so that its figures say little about the servers. */
  lagMs: number;
  /** The longest time (ms) in which no gift of a room was acknowledged, by fault. */
  offAirMs: Partial<Record<Fault, number>>;
  /** Gifts that viewers sent while no server was in the room, by fault. */
  missed: Partial<Record<Fault, number>>;
  /** One line for each book that does not agree with the platform, and for each planned move that missed a gift. */
  disagree: string[];
}

/**
 * Plays many shows on three servers with a real PostgreSQL pair, while servers are killed, frozen, cut off from the
 * database, stopped and upgraded, and the database fails over. Every acknowledged gift must count once in every book.
 * Without a given speed, the shows are as fast as this machine holds.
 */
export async function soak({ count = FAULTS, seed, speed, say }: SoakOptions): Promise<SoakResult> {
  const faults = Array.from(
    { length: count },
    (_, at): Fault => EACH_FAULT[at] ?? AGAIN[at % AGAIN.length] ?? 'kill',
  );
  const result = await playOnCluster({
    seed,
    shows: SHOWS,
    giftsPerSecond: GIFTS_PER_SECOND,
    speed,
    faults,
    betweenMs: BETWEEN_MS,
    awayMs: AWAY_MS,
    say,
  });
  return { passed: result.disagree.length === 0, shows: SHOWS, faults: count, ...result };
}

export async function playOnCluster(plan: ClusterPlan): Promise<ClusterResult> {
  const { seed, faults, say } = plan;
  const random = mulberry(seed);
  const next = faults.includes('upgrade') ? await makeNextBuild() : null;
  const rooms = await SoakRooms.open();
  const cluster = await LocalCluster.open({
    servers: SERVERS,
    startDatabase: plan.startDatabase,
    env: {
      TOOL: 'account',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LIVE_WEB_URL: rooms.webUrl,
      LIVE_WS_URL: rooms.wsUrl,
      OUTBOUND_HOSTS: new URL(rooms.webUrl).host,
      TRUST_PROXY: '1',
    },
  });
  try {
    const { nodes } = cluster;
    const nodeAt = (place: number) => nodes[place % nodes.length] ?? raise('there is no server');
    for (const node of nodes) await until(() => node.output.includes('is the node'), `${node.name} to join`);
    const operator = await signInOperator(nodeAt(0));
    const openAt = async (node: LocalNode, options: { username: string; seed: number; speed: number }) =>
      await openShow(await openRoom(rooms, plan, options), node, operator);
    let { speed } = plan;
    if (speed === undefined) {
      // Its script is as fast as the servers are.
      const pace = await openAt(nodeAt(0), { username: 'host.pace', seed, speed: 0 });
      const alone = await speedOf(pace.room);
      await endShow(pace, nodeAt(0));
      await pace.room.close();
      // One show waits for its own commits, and many share them. So this leaves room for the faults.
      speed = Math.min(MOST_SPEED, Math.ceil((100 * alone) / plan.shows) / 100);
      say(
        `one show is played at ${alone.toFixed(1)} times its speed, so ${plan.shows} are played at ${speed}`,
      );
    }
    const shows: HostedShow[] = [];
    for (let at = 0; at < plan.shows; at += nodes.length) {
      const opening = nodes.slice(0, plan.shows - at).map((node, place) => {
        const number = at + place;
        return openAt(node, { username: `host.${number}`, seed: seed + number, speed });
      });
      shows.push(...(await Promise.all(opening)));
    }
    const silentMs = SILENT_MS / Math.min(1, speed);
    let leasesLost = 0;
    const leasesLostOf = (of: readonly LocalNode[]) =>
      of.reduce((sum, { output }) => sum + output.split(NO_LEASE).length - 1, 0);
    leasesLost += leasesLostOf(nodes);
    say(`${shows.length} shows are on air; meanwhile servers were without a lease ${leasesLost} times`);
    const offAirMs: ClusterResult['offAirMs'] = {};
    const missed: ClusterResult['missed'] = {};
    const disagree: string[] = [];
    let mostLagMs = 0;
    const own = monitorEventLoopDelay({ resolution: 10 });
    own.enable();
    for (const [at, fault] of faults.entries()) {
      const nextAt = performance.now() + plan.betweenMs;
      const node = nodeAt(Math.floor(random() * nodes.length));
      // A failover takes the database from all servers.
      const others = fault === 'failover' ? [] : nodes.filter((each) => each !== node);
      const leasesBefore = leasesLostOf(others);
      const lostBefore = await rooms.lost();
      const outputBefore = new Map(nodes.map((each) => [each, each.output.length]));
      await rooms.begin();
      if (fault === 'upgrade' && next !== null) disagree.push(...(await upgrade(cluster, next, operator)));
      else await apply(fault, cluster, node, { awayMs: plan.awayMs, operator });
      await wait(Math.max(0, nextAt - performance.now()));
      let silent: string[] = [];
      await until(
        async () => {
          silent = await rooms.silent(silentMs);
          return silent.length === 0;
        },
        () => `${silent.join(', ')} to count after ${fault}`,
        BACK_WITHIN,
      );
      leasesLost += leasesLostOf(others) - leasesBefore;
      const longest = await rooms.longest();
      const lagMs = Math.max(longest.lagMs, Math.round(own.max / NS_PER_MS));
      own.reset();
      mostLagMs = Math.max(mostLagMs, lagMs);
      offAirMs[fault] = Math.max(offAirMs[fault] ?? 0, longest.silentMs);
      // A gift that was missed may arrive later, as a repeat.
      const lostNow = Math.max(0, (await rooms.lost()) - lostBefore);
      missed[fault] = (missed[fault] ?? 0) + lostNow;
      if (PLANNED.includes(fault) && lostNow > 0) {
        disagree.push(`${fault} ${at + 1} missed ${lostNow} gifts`);
        for (const each of nodes)
          say(`${each.name}: ${each.output.slice(outputBefore.get(each)).slice(-LAST_OUTPUT)}`);
      }
      say(
        `fault ${at + 1}: ${fault} of ${node.name}, a show was silent for ${longest.silentMs} ms, the soak for ${lagMs} ms`,
      );
    }
    for (const { room } of shows) await room.pause();
    let unacked: string[] = [];
    await until(
      async () => {
        unacked = await rooms.unacked();
        return unacked.length === 0;
      },
      () => `acknowledgements of ${unacked.join(', ')}`,
      BACK_WITHIN,
    );
    const books: Books[] = [];
    const unread = [...shows.entries()];
    const readNext = async () => {
      for (let entry = unread.shift(); entry !== undefined; entry = unread.shift()) {
        const [at, show] = entry;
        books.push(await compare(show, nodeAt(at), nodeAt(at + 1), say));
      }
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext));
    return {
      speed,
      leasesLost,
      gifts: books.reduce((sum, { gifts }) => sum + gifts, 0),
      gaps: books.reduce((sum, { gaps }) => sum + gaps, 0),
      lagMs: mostLagMs,
      offAirMs,
      missed,
      disagree: [...disagree, ...books.flatMap(({ disagree }) => disagree)],
    };
  } catch (error) {
    for (const { name, output } of cluster.nodes) say(`${name}: ${output.slice(-LAST_OUTPUT)}`);
    throw error;
  } finally {
    await cluster.close();
    rooms.close();
    next?.remove();
  }
}

export const clientOf = (node: LocalNode) => new ApiClient(node.url.replace(/\/$/, ''));

/** Returns the token of the operator. */
const signInOperator = async (node: LocalNode): Promise<string> =>
  (await clientOf(node).call(api.account.signin, { body: ADMIN })).data;

const openRoom = (
  rooms: SoakRooms,
  { giftsPerSecond }: ClusterPlan,
  options: { username: string; seed: number; speed: number },
): Promise<SoakRoom> => rooms.add({ ...options, giftsPerSecond, held: true, faults: 'duplicate,reorder' });

/** Makes an account for a room, starts its session and a widget, and waits until the show counts. */
async function openShow(room: SoakRoom, node: LocalNode, operator: string): Promise<HostedShow> {
  const client = clientOf(node);
  const body = { email: `${room.username}@ringside.example`, password: PASSWORD };
  await client.call(api.user.add, { token: operator, body });
  const token = (await client.call(api.account.signin, { body })).data;
  const screen = await joinAsScreen(node.url, { token });
  await screen.call('room.open', { username: room.username, lineId: 'line1' });
  const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('session.act', { action: 'start' });
  const { link } = await screen.call('overlay.create', { kind: 'totalVotes', name: 'Votes', language: 'en' });
  screen.close();
  await room.resume();
  await until(async () => (await room.ackedGifts()) > 0, `${room.username} to count`, BACK_WITHIN);
  return { room, token, overlayToken: new URL(link.url).hash.slice(1) };
}

/** How many times as fast as in real time a show is played. */
async function speedOf(room: SoakRoom): Promise<number> {
  await wait(WARM_UP_MS);
  const [from, at] = [await room.played(), performance.now()];
  await wait(MEASURED_MS);
  return ((await room.played()) - from) / (performance.now() - at);
}

async function endShow({ room, token }: HostedShow, node: LocalNode): Promise<void> {
  await room.pause();
  const screen = await joinAsScreen(node.url, { token });
  await screen.call('session.act', { action: 'end' });
  await screen.call('room.close', {});
  screen.close();
}

async function apply(
  fault: Fault,
  cluster: LocalCluster,
  node: LocalNode,
  { awayMs, operator }: { awayMs: number; operator: string },
): Promise<void> {
  if (fault === 'failover') {
    await cluster.failOver();
    return;
  }
  if (fault === 'kill' || fault === 'stop') {
    await node.end(fault === 'kill' ? 'SIGKILL' : 'SIGTERM');
    await node.start();
    return;
  }
  if (fault === 'drain') {
    await drain(node, operator);
    return;
  }
  if (fault === 'freeze') node.freeze();
  else node.line.cut();
  await wait(awayMs);
  if (fault === 'freeze') node.thaw();
  else node.line.mend();
}

/**
 * Replaces one server after another by a newer version, and waits until each is ready. While the last server still has
 * the older version, the first one is drained: its shows must not move there. Returns a line for each thing that is wrong.
 */
async function upgrade(
  cluster: LocalCluster,
  { root, version }: NextBuild,
  operator: string,
): Promise<string[]> {
  const wrong: string[] = [];
  const { nodes } = cluster;
  const [first = raise('there is no server'), , last = raise('there is no third server')] = nodes;
  const rowOf = async (node: LocalNode) =>
    (await rowsOf(first, operator)).find((row) => row.name === node.name) ??
    raise(`there is no ${node.name}`);
  for (const [at, node] of nodes.entries()) {
    await node.end('SIGTERM');
    node.upgradeTo(root);
    await node.start();
    await until(
      async () => (await fetch(new URL('api/ready', node.url)).catch(() => null))?.ok === true,
      `${node.name} to be ready`,
      BACK_WITHIN,
    );
    const { build } = await rowOf(node);
    if (!build.startsWith(`${version}+`)) wrong.push(`${node.name} runs ${build} after the upgrade`);
    if (at !== 1) continue;
    const before = await rowOf(last);
    await drain(first, operator);
    const { shows } = await rowOf(last);
    if (shows > before.shows) wrong.push(`${last.name} got shows of a newer version`);
  }
  return wrong;
}

/** The servers of the cluster, as a server sees them. */
export async function rowsOf(node: LocalNode, token: string) {
  let rows: NodeRow[] = [];
  await until(
    async () => {
      const answer = await clientOf(node).call(api.status.nodes, { token });
      if (answer.code === apiCodes.success) rows = answer.data;
      return answer.code === apiCodes.success;
    },
    `${node.name} to list the servers`,
    BACK_WITHIN,
  );
  return rows;
}

/** Drains a server until its shows have moved, and lets it accept shows again. */
export async function drain(node: LocalNode, token: string): Promise<void> {
  const { name } = node;
  const client = clientOf(node);
  // A server whose line to the database was cut needs a moment until it reaches the accounts.
  const change = (action: 'drain' | 'accept') =>
    until(
      async () =>
        (await client.call(api.status.drain, { token, params: { name, action } })).code === apiCodes.success,
      `${name} to ${action}`,
      BACK_WITHIN,
    );
  await change('drain');
  await until(
    async () => {
      const answer = await client.call(api.status.nodes, { token });
      if (answer.code !== apiCodes.success) return false;
      return answer.data.some((row) => row.name === name && row.state === 'draining' && row.shows === 0);
    },
    `${name} to hand its shows over`,
    BACK_WITHIN,
  );
  await change('accept');
}

/** Compares the screen, the ledger's rows and the report on one server, and the widget on another, with the platform. */
async function compare(
  show: HostedShow,
  node: LocalNode,
  other: LocalNode,
  say: (line: string) => void,
): Promise<Books> {
  const { room } = show;
  const { gifts, diamonds } = await room.delivered();
  const truth = `${gifts} gifts, ${diamonds} diamonds`;
  let books = { gaps: 0, screen: '', report: '', overlay: '' };
  await until(
    async () => {
      // A server that was away closes its connections. Screens and overlays connect again.
      books = await Promise.race([booksOf(show, node, other), unanswered(show, node, other)]).catch(
        (error: unknown) => {
          say(String(error));
          return books;
        },
      );
      return [books.screen, books.report, books.overlay].every((book) => book === truth);
    },
    'the books to agree',
    BACK_WITHIN,
  ).catch(() => undefined);
  const { gaps, ...compared } = books;
  const disagree = Object.entries(compared).flatMap(([book, text]) =>
    text === truth ? [] : [`${room.username}: the ${book} has ${text}, the platform ${truth}`],
  );
  return { gifts, gaps, disagree };
}

/** Rejects when the servers have had the time to answer. */
async function unanswered({ room }: HostedShow, node: LocalNode, other: LocalNode): Promise<never> {
  await wait(ANSWER_WITHIN, undefined, { ref: false });
  return raise(`${room.username} got no answer from ${node.name} or ${other.name}`);
}

async function booksOf({ token, overlayToken }: HostedShow, node: LocalNode, other: LocalNode) {
  const screen = await joinAsScreen(node.url, { token });
  const overlay = await OverlayPage.shown(`${other.url}overlay/#${overlayToken}`);
  try {
    const { snapshot } = await screen.call('show.subscribe', {});
    const { report } = await screen.call('report.read', { filter: {} });
    const rows = report.targets.reduce(
      (sum, { count, diamonds }) => ({ count: sum.count + count, diamonds: sum.diamonds + diamonds }),
      { count: 0, diamonds: 0 },
    );
    await overlay.until(() => overlay.state.totals !== undefined || overlay.closed);
    return {
      screen: textOf(snapshot?.seen),
      report: textOf(rows),
      overlay: textOf(overlay.state.totals?.show),
      gaps: report.gapCount,
    };
  } finally {
    screen.close();
    overlay.close();
  }
}

const textOf = (tally: { count: number; diamonds: number } | undefined): string =>
  `${tally?.count ?? 0} gifts, ${tally?.diamonds ?? 0} diamonds`;

function raise(message: string): never {
  throw new Error(message);
}
