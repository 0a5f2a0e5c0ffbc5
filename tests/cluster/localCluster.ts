import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import type { ClusterDatabase } from './clusterDatabase.ts';
import { startPostgresPair } from './postgresPair.ts';
import { openTcpLine, type TcpLine } from './tcpLine.ts';

export interface LocalClusterOptions {
  servers: number;
  /** Additional environment variables of the servers. */
  env?: Record<string, string>;
  /** The ports of the servers; by default free ones. */
  firstPort?: number;
  /** By default a pair of a primary and a standby. */
  startDatabase?: () => Promise<ClusterDatabase>;
}

/** Several servers of one cluster on this machine, each with its own line to a real PostgreSQL. */
export class LocalCluster {
  readonly postgres: ClusterDatabase;
  readonly nodes: readonly LocalNode[];

  private constructor(postgres: ClusterDatabase, nodes: readonly LocalNode[]) {
    this.postgres = postgres;
    this.nodes = nodes;
  }

  static async open({
    servers,
    env = {},
    firstPort,
    startDatabase = startPostgresPair,
  }: LocalClusterOptions): Promise<LocalCluster> {
    const postgres = await startDatabase();
    await postgres.createDatabase('ringside');
    const secret = randomBytes(32).toString('hex');
    const nodes: LocalNode[] = [];
    for (let place = 1; place <= servers; place += 1) {
      const line = await openTcpLine(postgres.port);
      nodes.push(
        new LocalNode(line, {
          ...env,
          ...(firstPort === undefined ? {} : { PORT: String(firstPort + place - 1) }),
          NODE_ID: `ringside-${place}`,
          NODE_SECRET: secret,
          DATABASE_URL: postgres.addressAt(line.port, 'ringside'),
        }),
      );
    }
    const cluster = new LocalCluster(postgres, nodes);
    try {
      for (const node of nodes) await node.start();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** Kills the primary of the database. The servers reach the next one over their lines. */
  async failOver(): Promise<void> {
    await this.postgres.failOver();
    for (const { line } of this.nodes) line.leadTo(this.postgres.port);
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.close();
    await this.postgres.stop();
  }
}

/** A server of a cluster. It keeps its data folder and its port when it is started again. */
export class LocalNode {
  readonly line: TcpLine;
  readonly #env: Record<string, string>;
  readonly #dataDir = temporaryFolder();
  #project: { project?: string } = {};
  #server: RunningRingside | null = null;
  #output = '';

  constructor(line: TcpLine, env: Record<string, string>) {
    this.line = line;
    this.#env = env;
  }

  get name(): string {
    return this.#env.NODE_ID ?? '';
  }

  get isRunning(): boolean {
    return this.#server !== null;
  }

  /** The address, with a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.#env.PORT}/`;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** The output of all its processes. */
  get output(): string {
    return this.#output + this.currentOutput;
  }

  /** The output since its last start. */
  get currentOutput(): string {
    return this.#server?.output() ?? '';
  }

  /** Starts the server, from the folder of another version after `upgradeTo`. */
  async start(): Promise<void> {
    if (this.#server !== null) return;
    this.#server = await startRingside({ dataDir: this.#dataDir, env: this.#env, ...this.#project });
    this.#env.PORT = new URL(this.#server.url).port;
  }

  /** The next start runs another version. */
  upgradeTo(project: string): void {
    this.#project = { project };
  }

  /** Sends a signal and waits for the exit: SIGTERM hands the shows over, SIGKILL does not. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    // A frozen process hears no other signal.
    server.process.kill('SIGCONT');
    await server.kill(signal);
    this.#output += server.output();
    this.#server = null;
  }

  freeze(): void {
    this.#server?.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.process.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await this.end('SIGKILL');
    this.line.close();
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
