import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { and, desc, eq, exists, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { LogHead, ShowLogs } from '#backstage/journal/inputLog.ts';
import type { Found } from '#backstage/overlay/gate.ts';
import type { StoredShows } from '#backstage/show/archive.ts';
import { readFacts, type ShowFacts, showFactsSchema, showIds, writeFacts } from '#backstage/show/facts.ts';
import { trashDeletedElsewhere } from '#backstage/show/trash.ts';
import type { Outbound } from '#backstage/sources/outbound.ts';
import { recoverTransfer } from '#backstage/transfer/importRecord.ts';
import type { ImportStore } from '#backstage/transfer/importStore.ts';
import type { NodeRow } from '#shared/contract/api/status.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { BoundedMap } from '../limits/buckets.ts';
import { digestOf, type SharedOverlays } from '../overlay/overlayLookup.ts';
import type { RecordingStore } from '../recordings/recordingStore.ts';
import { Recordings, type StagedShow } from '../recordings/recordings.ts';
import type { SharedRemotes } from '../remote/remoteLookup.ts';
import { type ClusterDatabase, openClusterDatabase, showKey } from './clusterDatabase.ts';
import { ClusterNode, type NodeEvents } from './clusterNode.ts';
import { GroupCommit } from './groupCommit.ts';
import { type CloseShow, Handover, type Leaving } from './handover.ts';
import { HostFiles, hostOfToken, storedPicture } from './hostFiles.ts';
import { JoinedRooms } from './joinedRooms.ts';
import { type Elsewhere, PassOn } from './passOn.ts';
import { PostgresInputLog } from './postgresInputLog.ts';
import { restoreShow } from './restoreShow.ts';
import { ERASED, hostFiles, inputs, overlayTokens, pictures, shows, stages } from './schema.ts';

export interface ClusterOptions {
  databaseUrl: string;
  nodeId: string;
  /** All nodes of the cluster have the same one. */
  secret: string;
  /** Where other nodes reach this one. */
  address: () => string;
  build: string;
  /** How the backstage of a host connects to other machines. */
  outboundOf: (host: string) => Outbound;
  /** Continues the shows of these hosts, which belong to this node now. */
  resume: (hosts: string[]) => void;
  /** The shows of this node that are counting. */
  onAir: () => readonly Leaving[];
  closeShow: CloseShow;
  /** The hosts of which this node has a folder. */
  localHosts: () => readonly string[];
  /** Closes the backstages of hosts and deletes their folders. */
  remove: (hosts: readonly string[]) => Promise<void>;
  /** Ends the connections to all hosts, because another node may continue their shows. The shows wait for the database. */
  disconnect: () => void;
  /** Gives up all shows at once, because another node has them. */
  abandon: () => void;
  /** Where ended shows are stored for all nodes, and the folder with the shows of this one. Null: nowhere. */
  recordings?: { store: RecordingStore; dataDir: string } | null;
  say: (line: string) => void;
  onFault: (error: unknown) => void;
}

/** What the backstage of a claimed host is opened with. */
export interface Prepared {
  logs: ShowLogs;
  files: HostFiles;
  imports: ImportStore;
  /** The past shows that other nodes have stored. */
  stored?: StoredShows;
}

interface Joined {
  database: ClusterDatabase;
  node: ClusterNode;
  commits: GroupCommit;
}

const RETRY_MS = 1000;
/** How often (ms) a node looks for hosts whose accounts were deleted on another node. */
const REMOVE_ERASED_MS = 5000;
/** The most hosts on other nodes whose overlays are remembered. */
const MOST_REMOTE = 10_000;

/** The cluster as a server sees it: joins it, owns hosts, and stores their shows. */
export class Cluster {
  readonly #options: ClusterOptions;
  readonly passOn: PassOn;
  readonly joined = new JoinedRooms();
  readonly handover: Handover;
  /** Null if the nodes have no store of recordings. */
  readonly recordings: Recordings | null;
  /** The overlays of hosts on other nodes. The gate counts the pages of a host by this object. */
  readonly #overlays = new BoundedMap<string, Found['endpoint']>(MOST_REMOTE);
  #joined: Joined | null = null;
  #leaving: Promise<void> | null = null;
  #closed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.passOn = new PassOn({
      secret: options.secret,
      addressesOf: (hosts) => this.#required().node.addressesOf(hosts),
    });
    this.handover = new Handover({ ...options, node: () => this.#required().node, joined: this.joined });
    this.recordings = options.recordings
      ? new Recordings({
          ...options,
          ...options.recordings,
          database: () => this.#required().database,
          log: (host, name, facts) => this.#log(host, name, facts),
        })
      : null;
  }

  #overlaysAt(elsewhere: Elsewhere): Found['endpoint'] {
    const key = `${elsewhere.address} ${elsewhere.host}`;
    const overlays = this.#overlays.get(key) ?? this.passOn.overlaysAt(elsewhere);
    this.#overlays.set(key, overlays);
    return overlays;
  }

  /** Whether this node may serve hosts: it has a lease and does not stop. */
  get isReady(): boolean {
    const node = this.#joined?.node;
    return !this.#closed && node?.isHeld === true && !node.isDraining;
  }

  /** Joins the cluster; tries again until the database answers. Then continues the shows of this node. */
  async join(): Promise<void> {
    const { databaseUrl, nodeId, build, say, onFault } = this.#options;
    const address = this.#options.address();
    let reported = false;
    while (!this.#closed) {
      try {
        const database = await openClusterDatabase(databaseUrl, onFault);
        const events = this.#events();
        const node = new ClusterNode({ ...database, id: nodeId, address, build, events });
        const commits = new GroupCommit(database.pool, () => node.fence);
        this.#joined = { database, node, commits };
        await this.#register(node);
        this.recordings?.start();
        this.#removeErased();
        say(`This server is the node ${nodeId} of a cluster.`);
        return;
      } catch (error) {
        await this.#joined?.database.close();
        this.#joined = null;
        if (!reported) onFault(error);
        reported = true;
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #register(node: ClusterNode): Promise<void> {
    const left = await node.register();
    node.start();
    this.#options.resume(left);
  }

  #events(): NodeEvents {
    const { resume, disconnect, abandon, say, onFault, nodeId } = this.#options;
    return {
      taken: (hosts) => {
        say(`This server continues ${hosts.length} show(s) of a server that is gone.`);
        resume(hosts);
      },
      suspended: () => {
        say(
          'The database does not answer. The shows of this server wait for it, or continue on another server.',
        );
        disconnect();
      },
      resumed: () => void this.#resumeOwn().catch(onFault),
      lost: (reason) => {
        abandon();
        if (reason === 'replaced') {
          say(
            `Another server has the NODE_ID ${nodeId}. This server counts nothing until it is started again.`,
          );
        } else void this.#rejoin();
      },
      draining: () => {
        if (!this.#closed) void this.#leave().catch(onFault);
      },
      fault: onFault,
    };
  }

  async #rejoin(): Promise<void> {
    while (!this.#closed && this.#joined !== null) {
      try {
        await this.#register(this.#joined.node);
        return;
      } catch (error) {
        this.#options.onFault(error);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #resumeOwn(): Promise<void> {
    const { database, node } = this.#required();
    const own = await database.db
      .select({ host: stages.host })
      .from(stages)
      .where(and(eq(stages.node, node.id), eq(stages.epoch, node.fence.epoch), eq(stages.onAir, true)));
    this.#options.resume(own.map(({ host }) => host));
  }

  /**
   * Claims a host and brings `folder`, the folder of its backstage, up to date: its files and its newest show.
   *
   * @throws RingsideError `cluster.otherServer`, `cluster.unreachable`.
   */
  async prepare(host: string, folder: string): Promise<Prepared> {
    const { database, node } = this.#required();
    const files = new HostFiles(database, () => node.fence, host, folder);
    let stored: StoredShows | undefined;
    let newest: { name: string; head: LogHead | null } | null = null;
    try {
      const claim = await node.claim(host);
      if (!claim.owned) throw new RingsideError('cluster.otherServer', { node: claim.node });
      // Take back an import that ended before the database had it.
      recoverTransfer(folder, Date.now());
      await files.restore();
      trashDeletedElsewhere(folder, Date.now());
      newest = await this.#restoreNewest(host, join(folder, 'shows'));
      stored = await this.recordings?.of(host, folder);
    } catch (error) {
      if (error instanceof RingsideError) throw error;
      this.#options.onFault(error);
      throw new RingsideError('cluster.unreachable');
    }
    const logs: ShowLogs = {
      open: (name, facts) => {
        const head = newest?.name === name ? newest.head : null;
        newest = null;
        return this.#log(host, name, facts, head);
      },
      remove: (name) => void this.#remove(host, name).catch(this.#options.onFault),
    };
    return { logs, files, imports: this.#importsOf(host, files), ...(stored && { stored }) };
  }

  #importsOf(host: string, files: HostFiles): ImportStore {
    const { recordings } = this;
    let staged: readonly StagedShow[] = [];
    return {
      takesShows: recordings !== null,
      showIds: async () => {
        const rows = await this.#required()
          .database.db.select({ name: shows.name })
          .from(shows)
          .where(eq(shows.host, host))
          .catch((error: unknown) => {
            this.#options.onFault(error);
            throw new RingsideError('cluster.unreachable');
          });
        return new Set(rows.map(({ name }) => name));
      },
      stage: async (from, ids) => {
        staged = (await recordings?.stage(host, from, ids)) ?? [];
      },
      publish: () => files.publish(staged),
      drop: () => {
        staged = [];
        // Otherwise the files of shows that are published later would be deleted.
        if (!files.isPublishing) recordings?.unstage(host);
      },
    };
  }

  /** Returns the newest show, with the end of its log if the ledger lacks it; null without a show. */
  async #restoreNewest(host: string, folder: string): Promise<{ name: string; head: LogHead | null } | null> {
    const { database } = this.#required();
    const [stored] = await database.db
      .select({ name: shows.name, facts: shows.facts })
      .from(shows)
      // An imported show has no inputs here: its journal is in the store.
      .where(
        and(eq(shows.host, host), exists(database.db.select().from(inputs).where(eq(inputs.show, shows.id)))),
      )
      .orderBy(desc(shows.name))
      .limit(1);
    const [mine = ''] = showIds(folder);
    if (stored !== undefined && stored.name >= mine) {
      const show = join(folder, stored.name);
      const head = await restoreShow(show, this.#log(host, stored.name, showFactsSchema.parse(stored.facts)));
      writeFacts(show, showFactsSchema.parse(stored.facts));
      return { name: stored.name, head };
    }
    if (mine === '') return null;
    const show = join(folder, mine);
    return { name: mine, head: await restoreShow(show, this.#log(host, mine, readFacts(show, Date.now()))) };
  }

  #log(host: string, name: string, facts: ShowFacts, head: LogHead | null = null): PostgresInputLog {
    const { database, commits } = this.#required();
    return new PostgresInputLog(database, commits, { host, name, facts }, head);
  }

  #remove(host: string, name: string): Promise<void> {
    return this.#deleteShows(and(eq(shows.host, host), eq(shows.name, name)));
  }

  /** Deletes shows that began before a time (ms since 1970), except those of hosts on air. */
  async removeBegunBefore(time: number): Promise<void> {
    const { db } = this.#required().database;
    const onAir = db.select({ host: stages.host }).from(stages).where(eq(stages.onAir, true));
    await this.#deleteShows(and(lt(shows.id, BigInt(showKey(time, () => 0))), notInArray(shows.host, onAir)));
  }

  /**
   * Deletes shows with their inputs. Each show is deleted in a statement of its own: one for many shows could exceed the
   * time limit of statements.
   */
  async #deleteShows(which: SQL | undefined): Promise<void> {
    const { db } = this.#required().database;
    const found = await db.select({ id: shows.id }).from(shows).where(which);
    for (const { id } of found) {
      const show = and(eq(shows.id, id), which);
      await db.execute(
        sql`with gone as (delete from ${shows} where ${show} returning id) delete from ${inputs} where show in (select id from gone)`,
      );
    }
    if (found.length > 0) this.recordings?.removed();
  }

  /**
   * Returns the node that has a host; null if this node may open its backstage.
   *
   * @throws RingsideError `cluster.unreachable`; `cluster.otherServer` if another node has passed the request on, so
   * that requests do not go round in a circle.
   */
  async elsewhere(host: string, passedOn: boolean): Promise<Elsewhere | null> {
    const { node } = this.#required();
    const owner =
      (await node.ownerOf(host)) ?? (node.isDraining && !passedOn ? await this.#nextFor(host) : null);
    if (owner === null) return null;
    if (passedOn) throw new RingsideError('cluster.otherServer', { node: owner.node });
    return { host, address: owner.address };
  }

  /** The node that opens a free host while this one drains; null without one, and if the host is this node's. */
  async #nextFor(host: string): Promise<{ node: string; address: string } | null> {
    const { node } = this.#required();
    if (await node.owns(host)) return null;
    const [next] = await node.successors();
    return next === undefined ? null : { node: next.id, address: next.address };
  }

  /** The overlays of all hosts, on whichever node they are. Its methods throw `cluster.unreachable`. */
  readonly overlays: SharedOverlays = {
    elsewhere: async (host, passedOn) => {
      const elsewhere = await this.elsewhere(host, passedOn);
      return elsewhere && { endpoint: this.#overlaysAt(elsewhere) };
    },
    accountOf: async (token) => hostOfToken(this.#required().database, digestOf(token)),
    picture: async (name) => storedPicture(this.#required().database, name),
  };

  /** The programs of all hosts, on whichever node they are. Its methods throw `cluster.unreachable`. */
  readonly remotes: SharedRemotes = {
    hostOf: async (digest) => hostOfToken(this.#required().database, digest),
    elsewhere: async (host, request) => {
      const elsewhere = await this.elsewhere(host, this.passOn.isPassedOn(request));
      return (
        elsewhere && {
          passRequest: (asked, response) => this.passOn.request(asked, response, elsewhere),
          passUpgrade: (upgrade) => this.passOn.upgrade(upgrade, elsewhere),
        }
      );
    },
  };

  setOnAir(host: string, onAir: boolean): void {
    this.#joined?.node.setOnAir(host, onAir);
  }

  /** Gives up a host whose backstage is closed. */
  async release(host: string): Promise<void> {
    if (this.#joined?.node.isHeld === true) await this.#joined.node.release(host);
  }

  /**
   * Deletes everything of hosts whose accounts were deleted. The node that has such a host can store nothing from now on.
   * Each node deletes what it has of the host within some seconds, or when it is back.
   */
  async erase(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    const { db } = this.#required().database;
    const keys = [...hosts];
    const gone = { node: ERASED, epoch: 0, onAir: false };
    await db
      .insert(stages)
      .values(keys.map((host) => ({ host, ...gone })))
      .onConflictDoUpdate({ target: stages.host, set: gone });
    await this.#deleteShows(inArray(shows.host, keys));
    for (const table of [hostFiles, overlayTokens, pictures])
      await db.delete(table).where(inArray(table.host, keys));
  }

  /** Deletes what this node has of hosts that were erased, again and again. */
  #removeErased(): void {
    const { localHosts, remove, onFault } = this.#options;
    const look = async () => {
      const keys = localHosts();
      if (keys.length === 0 || !this.isReady) return;
      const { db } = this.#required().database;
      const erased = await db
        .select({ host: stages.host })
        .from(stages)
        .where(and(eq(stages.node, ERASED), inArray(stages.host, [...keys])));
      if (erased.length > 0) await remove(erased.map(({ host }) => host));
    };
    const run = async () => {
      while (!this.#closed) {
        // While the database does not answer, the node has lost its lease and says so.
        await look().catch(onFault);
        await delay(REMOVE_ERASED_MS, undefined, { ref: false });
      }
    };
    void run();
  }

  /** The servers of the cluster, for the admin area. */
  nodes(): Promise<NodeRow[]> {
    return this.#required().node.nodes();
  }

  /** Lets a node drain, or accept hosts again. Returns false if there is no such node. */
  setDraining(id: string, draining: boolean): Promise<boolean> {
    return this.#required().node.setDraining(id, draining);
  }

  /**
   * Takes no further shows over, and hands its own over while their screens are still served. Call it before the
   * backstages close.
   */
  async drain(): Promise<void> {
    this.#closed = true;
    if (this.#joined?.node.isHeld !== true) return;
    await this.#joined.node.drain();
    await this.#leaving?.catch(() => undefined);
    await this.#leave();
  }

  /** Hands all shows over; does nothing while that goes on. */
  #leave(): Promise<void> {
    const { onAir, closeShow } = this.#options;
    this.#leaving ??= this.handover.handOver(onAir(), closeShow).finally(() => {
      this.#leaving = null;
    });
    return this.#leaving;
  }

  /** Leaves the cluster. Call it when the backstages are closed: other nodes continue the shows at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.passOn.close();
    await this.recordings?.close();
    await this.#joined?.node.close().catch(this.#options.onFault);
    await this.#joined?.database.close();
  }

  #required(): Joined {
    if (this.#joined === null || !this.#joined.node.isHeld) throw new RingsideError('cluster.unreachable');
    return this.#joined;
  }
}
