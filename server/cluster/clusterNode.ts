import type pg from 'pg';
import { z } from 'zod';
import { type NodeRow, nodeStates } from '#shared/contract/api/status.ts';
import type { Fence } from './groupCommit.ts';

export interface NodeOptions {
  pool: pg.Pool;
  /** The connection of the lease. Nothing else may use it: a renewal must not wait for other statements. */
  lease: pg.Pool;
  /** Unique among the nodes of the cluster, and the same after a restart. */
  id: string;
  /** Where other nodes reach this one. */
  address: string;
  /** The version and the build, as `1.2.3+abc`. Shows move to the same version or a newer one. */
  build: string;
  /** Called for changes that the node did not make itself. */
  events: NodeEvents;
  leaseMs?: number;
  renewEveryMs?: number;
}

/** Why a node has lost its hosts. `takenOver`: another node has them. `replaced`: another process has the same id. */
export type LossReason = 'takenOver' | 'replaced';

export interface NodeEvents {
  /** The node has taken over hosts whose shows are counting. */
  taken(hosts: string[]): void;
  /** The lease has ended, because the database did not answer. Screens must be told nothing until `resumed` follows. */
  suspended(): void;
  /** The lease holds again, and no other node has written meanwhile. */
  resumed(): void;
  /** An operator drains the node. Called with each renewal until that ends. */
  draining(): void;
  /** The node has lost all its hosts. It may register again, unless it was replaced. */
  lost(reason: LossReason): void;
  fault(error: unknown): void;
}

/** The answer to a claim of a host: the node has it, or another node has it. */
export type Claim = { owned: true } | { owned: false; node: string; address: string };

const LEASE_MS = 6000;
const RENEW_EVERY_MS = 1000;
/** A renewal is slow if its answer takes longer than this many intervals of renewals. */
const SLOW_RENEWALS = 2;
/** The part of the lease that stays unused, for clocks that run at different speeds. */
const RESERVE = 0.1;

const renewedSchema = z.array(z.object({ draining: z.boolean() }));
const nodesSchema = z.array(
  z.object({
    name: z.string(),
    build: z.string(),
    state: z.enum(nodeStates),
    shows: z.coerce.number(),
    hosts: z.coerce.number(),
  }),
);
const epochSchema = z.tuple([z.object({ epoch: z.coerce.number() })]);
const hostsSchema = z.array(z.object({ host: z.string() }));
const ownersSchema = z.array(z.object({ host: z.string(), node: z.string(), address: z.string() }));

const successorsSchema = z.array(z.object({ id: z.string(), address: z.string(), shows: z.coerce.number() }));

/** A node that may continue the shows of another one. */
export type Successor = z.output<typeof successorsSchema>[number];

/** The version of a node's build in SQL, as numbers that can be compared; empty without one. */
const versionOf = (build: string) =>
  `coalesce(string_to_array(substring(${build} from '^\\d+\\.\\d+\\.\\d+'), '.')::int[], '{}')`;

/** The hosts of the list that belong to other nodes. */
const OWNERS = `select s.host, n.id as node, n.address from cluster.stages s join cluster.nodes n on n.id = s.node
  where s.host = any ($2::text[]) and n.id <> $1`;

/** True in SQL while the node may write. Locks the node's row, so that nobody raises its epoch meanwhile. */
const ALIVE = `exists (select from cluster.nodes where id = $1 and epoch = $2
  and lease_until > clock_timestamp() for share)`;

/**
 * A server of a cluster. It renews a lease, owns hosts, and takes over those of nodes whose lease has expired. All
 * decisions are made by the database and on its clock. The node's own clock only tells it early that its lease ends.
 */
export class ClusterNode {
  readonly #options: NodeOptions;
  readonly #leaseMs: number;
  readonly #renewEveryMs: number;
  #epoch = 0;
  #isDraining = false;
  #state: 'new' | 'held' | 'suspended' | 'lost' = 'new';
  /** When the lease ends at the earliest, on the clock of `performance.now`. */
  #heldUntil = 0;
  /** Until when the node takes nothing over. */
  #patientUntil = 0;
  /** Until when the node takes over only nodes that have been away for a second lease. */
  #slowUntil = 0;
  #expiry: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | null = null;
  #chores: Promise<void> | null = null;
  /** Changes of `on_air` that are not stored yet. */
  readonly #onAir = new Map<string, boolean>();

  constructor(options: NodeOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#renewEveryMs = options.renewEveryMs ?? RENEW_EVERY_MS;
  }

  get id(): string {
    return this.#options.id;
  }

  /** With what the node writes. A registration changes it. */
  get fence(): Fence {
    return { node: this.#options.id, epoch: this.#epoch };
  }

  /** Whether the node hands its shows over, and accepts no new hosts. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Whether screens may be told what the node knows. */
  get isHeld(): boolean {
    return this.#state === 'held' && performance.now() < this.#heldUntil;
  }

  /**
   * Joins the cluster. Fences an earlier process with the same id. Returns the hosts whose shows it left behind: they
   * belong to this node.
   */
  async register(): Promise<string[]> {
    const { id, address, build } = this.#options;
    const sentAt = performance.now();
    const rows = await this.#query(
      `insert into cluster.nodes (id, epoch, address, build, lease_until)
       values ($1, 1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
       on conflict (id) do update set epoch = nodes.epoch + 1, address = excluded.address, build = excluded.build,
         lease_until = excluded.lease_until, draining = false
       returning epoch`,
      [id, address, build, this.#leaseMs],
    );
    this.#epoch = epochSchema.parse(rows)[0].epoch;
    this.#isDraining = false;
    this.#onAir.clear();
    this.#hold(sentAt);
    await this.#query(
      `update cluster.stages set node = null where node = $1 and epoch < $2 and not on_air and ${ALIVE}`,
      [id, this.#epoch],
    );
    const own = await this.#query(
      `update cluster.stages set epoch = $2 where node = $1 and epoch < $2 and ${ALIVE} returning host`,
      [id, this.#epoch],
    );
    return hostsSchema.parse(own).map(({ host }) => host);
  }

  /** Renews the lease and looks for shows without a node, every second. */
  start(): void {
    const run = async () => {
      await this.#renewOnce();
      // They may wait for locks of other nodes. The next renewal does not wait for them.
      void this.#doChores();
      if (this.#state === 'held' || this.#state === 'suspended') {
        this.#renewal = setTimeout(run, this.#renewEveryMs);
      }
    };
    clearTimeout(this.#renewal);
    this.#renewal = setTimeout(run, this.#renewEveryMs);
  }

  /** Renews the lease once, stores the waiting changes of `on_air`, and takes over shows without a node. Never rejects. */
  async tick(): Promise<void> {
    await this.#renewOnce();
    await this.#doChores();
  }

  #renewOnce(): Promise<void> {
    this.#ticking ??= this.#renew()
      .catch((error: unknown) => this.#options.events.fault(error))
      .finally(() => {
        this.#ticking = null;
      });
    return this.#ticking;
  }

  #doChores(): Promise<void> {
    this.#chores ??= this.#storeAndTakeOver()
      .catch((error: unknown) => this.#options.events.fault(error))
      .finally(() => {
        this.#chores = null;
      });
    return this.#chores;
  }

  async #storeAndTakeOver(): Promise<void> {
    if (!this.isHeld) return;
    await this.#storeOnAir();
    // A draining node can have no more hosts, so it leaves them to nodes that may only be slow.
    if (this.#isDraining || performance.now() < this.#patientUntil) return;
    const taken = await this.#takeOver();
    if (taken.length > 0) this.#options.events.taken(taken);
  }

  /** Claims a host for this node, unless another node has it. */
  async claim(host: string): Promise<Claim> {
    const { node, epoch } = this.fence;
    const claimed = await this.#query(
      `insert into cluster.stages (host, node, epoch) select $3, $1, $2 where ${ALIVE}
       on conflict (host) do update set node = excluded.node, epoch = excluded.epoch
         where stages.node is null or stages.node = excluded.node
       returning host`,
      [node, epoch, host],
    );
    if (claimed.length > 0) return { owned: true };
    const owners = await this.#query(OWNERS, [node, [host]]);
    const [owner] = ownersSchema.parse(owners);
    return { owned: false, node: owner?.node ?? '', address: owner?.address ?? '' };
  }

  /**
   * Returns the node that has a host; null if it is this node or none. A node whose lease has expired counts until
   * another one takes its hosts over.
   */
  async ownerOf(host: string): Promise<{ node: string; address: string } | null> {
    const [owner] = ownersSchema.parse(await this.#query(OWNERS, [this.id, [host]]));
    return owner ?? null;
  }

  /** Whether this node has a host. */
  async owns(host: string): Promise<boolean> {
    const rows = await this.#query(
      `select from cluster.stages where host = $3 and node = $1 and epoch = $2`,
      [...this.#own(), host],
    );
    return rows.length > 0;
  }

  /** Returns the addresses of the other nodes that have these hosts. */
  async addressesOf(hosts: string[]): Promise<Map<string, string>> {
    const owners = ownersSchema.parse(await this.#query(OWNERS, [this.id, hosts]));
    return new Map(owners.map(({ host, address }) => [host, address]));
  }

  /** Stores whether a show of the host counts. While the database does not answer, the next renewal stores it. */
  setOnAir(host: string, onAir: boolean): void {
    this.#onAir.set(host, onAir);
    void this.#storeOnAir().catch((error: unknown) => this.#options.events.fault(error));
  }

  /** Gives up a host. Call it when nothing of the host is being appended. */
  async release(host: string): Promise<void> {
    await this.#storeOnAir();
    await this.#query(`update cluster.stages set node = null where host = $3 and node = $1 and epoch = $2`, [
      ...this.#own(),
      host,
    ]);
  }

  /** The nodes that may continue this node's shows, those with the fewest shows first: of its version or a newer one. */
  async successors(): Promise<Successor[]> {
    const rows = await this.#query(
      `select n.id, n.address, count(s.host) as shows
       from cluster.nodes n left join cluster.stages s on s.node = n.id and s.on_air
       where n.id <> $1 and n.lease_until > clock_timestamp() and not n.draining
         and ${versionOf('n.build')} >= ${versionOf('$2')}
       group by n.id order by count(s.host), n.id`,
      [this.id, this.#options.build],
    );
    return successorsSchema.parse(rows);
  }

  /** Takes a host whose show the node with this fence has closed. Returns false if the host is not its own any more. */
  async takeFrom(host: string, { node, epoch }: Fence): Promise<boolean> {
    const taken = await this.#query(
      `update cluster.stages set node = $1, epoch = $2, on_air = true
       where host = $3 and node = $4 and epoch = $5 and ${ALIVE}
         and not exists (select from cluster.nodes where id = $1 and draining) returning host`,
      [...this.#own(), host, node, epoch],
    );
    return taken.length > 0;
  }

  /** The nodes that exist or have hosts, by name. */
  async nodes(): Promise<NodeRow[]> {
    const rows = await this.#query(
      `select n.id as name, n.build, count(s.host) as hosts, count(s.host) filter (where s.on_air) as shows,
         case when n.lease_until < clock_timestamp() then 'gone' when n.draining then 'draining' else 'ready' end as state
       from cluster.nodes n left join cluster.stages s on s.node = n.id
       group by n.id having n.lease_until > clock_timestamp() - interval '1 day' order by n.id`,
      [],
    );
    return nodesSchema.parse(rows).map((row) => ({ ...row, isThis: row.name === this.id }));
  }

  /** Lets a node drain, or accept hosts again, from its next renewal on. Returns false if there is no such node. */
  async setDraining(id: string, draining: boolean): Promise<boolean> {
    const changed = await this.#query(
      `update cluster.nodes set draining = $2 where id = $1 and lease_until > clock_timestamp() returning id`,
      [id, draining],
    );
    return changed.length > 0;
  }

  /** Accepts no further hosts. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.#query(`update cluster.nodes set draining = true where id = $1 and epoch = $2`, this.#own());
  }

  /** Gives all hosts up and ends the lease. Call it when nothing is being appended. */
  async close(): Promise<void> {
    clearTimeout(this.#renewal);
    clearTimeout(this.#expiry);
    await this.#ticking;
    await this.#chores;
    clearTimeout(this.#renewal);
    clearTimeout(this.#expiry);
    if (this.#state !== 'held') return;
    this.#state = 'lost';
    await this.#storeOnAir();
    await this.#query(`update cluster.stages set node = null where node = $1 and epoch = $2`, this.#own());
    await this.#query(
      `update cluster.nodes set draining = true, lease_until = clock_timestamp() where id = $1 and epoch = $2`,
      this.#own(),
    );
  }

  /** @throws what the database throws; the lease then goes on ending. */
  async #renew(): Promise<void> {
    if (this.#state === 'new' || this.#state === 'lost') return;
    const sentAt = performance.now();
    const { rows: renewed } = await this.#options.lease.query(
      `update cluster.nodes set lease_until = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and epoch = $2 returning draining`,
      [...this.#own(), this.#leaseMs],
    );
    const [row] = renewedSchema.parse(renewed);
    const answeredAt = performance.now();
    if (answeredAt - sentAt > SLOW_RENEWALS * this.#renewEveryMs)
      this.#slowUntil = answeredAt + this.#leaseMs;
    if (row !== undefined) {
      this.#isDraining = row.draining;
      this.#hold(sentAt);
      if (row.draining) this.#options.events.draining();
      return;
    }
    // A takeover needs an expired lease, so another process has this id if the lease still holds.
    const reason = this.isHeld ? 'replaced' : 'takenOver';
    clearTimeout(this.#expiry);
    if (this.#state === 'held') this.#options.events.suspended();
    this.#state = 'lost';
    this.#options.events.lost(reason);
  }

  /** `sentAt` is when the renewal was sent: the database counts from a later time. */
  #hold(sentAt: number): void {
    this.#heldUntil = sentAt + this.#leaseMs * (1 - RESERVE);
    clearTimeout(this.#expiry);
    const until = this.#heldUntil;
    if (until <= performance.now()) {
      // The answer came so late that the lease may have ended again. The next renewal decides.
      if (this.#state === 'held') this.#options.events.suspended();
      this.#state = 'suspended';
      return;
    }
    const suspend = () => {
      if (this.#heldUntil === until) this.#suspend();
    };
    // A busy event loop may be late to read an answer that is here already. It reads before it runs what is immediate.
    this.#expiry = setTimeout(() => setImmediate(suspend), until - performance.now());
    const wasSuspended = this.#state === 'suspended';
    this.#state = 'held';
    if (!wasSuspended) return;
    // After a failure of the database, the leases of all nodes have ended. Give the others time to renew theirs.
    this.#patientUntil = performance.now() + this.#leaseMs;
    this.#options.events.resumed();
  }

  #suspend(): void {
    if (this.#state !== 'held') return;
    this.#state = 'suspended';
    this.#options.events.suspended();
  }

  async #storeOnAir(): Promise<void> {
    for (const [host, onAir] of [...this.#onAir]) {
      await this.#query(
        `update cluster.stages set on_air = $4 where host = $3 and node = $1 and epoch = $2 and on_air <> $4`,
        [...this.#own(), host, onAir],
      );
      if (this.#onAir.get(host) === onAir) this.#onAir.delete(host);
    }
  }

  /**
   * Frees the hosts of nodes whose lease has expired, and claims this node's share of those whose shows are counting.
   * Raising the epoch waits for the expired node's appends under way, and refuses its later ones.
   *
   * If this node's own renewals are slow, the others may only be slow too. Their shows would make it slower still, so it
   * gives them a second lease to come back.
   */
  async #takeOver(): Promise<string[]> {
    const patienceMs = performance.now() < this.#slowUntil ? this.#leaseMs : 0;
    await this.#query(
      `with expired as (
         update cluster.nodes set epoch = epoch + 1
         where lease_until < clock_timestamp() - $1 * interval '1 ms'
           and id in (select node from cluster.stages) returning id)
       update cluster.stages set node = null where node in (select id from expired)`,
      [patienceMs],
    );
    const claimed = await this.#query(
      `with live as (select count(*) as nodes from cluster.nodes
           where lease_until > clock_timestamp() and not draining),
         counting as (select count(*) as all, count(*) filter (where node = $1) as own
           from cluster.stages where on_air),
         free as (select host from cluster.stages where node is null and on_air order by host
           limit (select greatest(0, ceil(counting.all::numeric / greatest(1, live.nodes)) - counting.own)
             from counting, live)
           for update skip locked)
       update cluster.stages s set node = $1, epoch = $2 from free
       where s.host = free.host and ${ALIVE}
         and not exists (select from cluster.nodes where id = $1 and draining) returning s.host`,
      this.#own(),
    );
    return hostsSchema.parse(claimed).map(({ host }) => host);
  }

  #own(): [string, number] {
    return [this.#options.id, this.#epoch];
  }

  async #query(text: string, values: unknown[]): Promise<unknown[]> {
    const { rows } = await this.#options.pool.query<Record<string, unknown>>(text, values);
    return rows;
  }
}
