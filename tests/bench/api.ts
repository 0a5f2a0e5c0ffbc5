import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { startPostgres } from '#tests/integration/server/support/postgres.ts';
import { ADMIN, startProcess } from '#tests/integration/server/support/process.ts';
import { median, percentile } from './statistics.ts';

/** The rate of reads that must stay fast. */
const PER_SECOND = 300;
const SECONDS = 10;
const SHOWS = 20;
/** Each device repeats the four reads of a page. */
const DEVICES = 50;
const AT_ONCE = 8;
/** Time for the JIT compiler of both processes. */
const WARM_UP_MS = 3000;
const FLAT_OUT_MS = 4000;

/** The calls that an open page makes. */
const READS = [
  '/api/user/info',
  '/api/notice/unread',
  '/api/preset/list/1/10',
  '/api/statistics/mine?days=30',
];
const EMPTY = ['/api/health'];

/**
 * Measures signed-in reads while twenty shows run in the same process, on the embedded database and on PostgreSQL: the
 * 99th percentile at 300 reads a second, the highest rate, and its ratio to an empty route.
 */
export async function bench(): Promise<Record<string, number>> {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('bench');
    return { ...(await measure('embedded', {})), ...(await measure('postgresql', { DATABASE_URL: url })) };
  } finally {
    await postgres.stop();
  }
}

async function measure(name: string, env: Record<string, string>): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-bench-api-'));
  const server = await startProcess(dataDir, { ...env, SHOWS: String(SHOWS) });
  try {
    const client = new ApiClient(server.url);
    const tokens: string[] = [];
    for (let device = 0; device < DEVICES; device += 1) {
      tokens.push((await client.call(api.account.signin, { body: ADMIN })).data);
    }
    const caller = new Caller(server.url, tokens);
    await caller.flatOut(READS, WARM_UP_MS);
    const latencies = await caller.steadily(READS, PER_SECOND, SECONDS);
    const empty = await caller.flatOut(EMPTY, FLAT_OUT_MS);
    const reads = await caller.flatOut(READS, FLAT_OUT_MS);
    caller.close();
    return {
      [`api.${name}.p50Ms`]: median(latencies),
      [`api.${name}.p99Ms`]: percentile(latencies, 0.99),
      [`api.${name}.readsPerSecond`]: reads,
      [`api.${name}.emptyPerSecond`]: empty,
      [`api.${name}.ratio`]: reads / empty,
    };
  } finally {
    await server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

class Caller {
  readonly #base: string;
  readonly #tokens: readonly string[];
  #asked = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(base: string, tokens: readonly string[]) {
    this.#base = base;
    this.#tokens = tokens;
  }

  /** Starts reads at a fixed rate without waiting for answers. Returns the ms from each due time to its answer. */
  async steadily(paths: readonly string[], perSecond: number, seconds: number): Promise<number[]> {
    const start = performance.now() + 100;
    const reads = Array.from({ length: perSecond * seconds }, async (_, index) => {
      const due = start + (index * 1000) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await this.#get(paths[index % paths.length] ?? '/');
      return performance.now() - due;
    });
    return Promise.all(reads);
  }

  /** Keeps AT_ONCE calls open. Returns answers per second. */
  async flatOut(paths: readonly string[], forMs: number): Promise<number> {
    const start = performance.now();
    let answered = 0;
    const worker = async () => {
      while (performance.now() - start < forMs) {
        await this.#get(paths[answered % paths.length] ?? '/');
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return (answered * 1000) / (performance.now() - start);
  }

  close(): void {
    this.#agent.destroy();
  }

  #get(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const token = this.#tokens[Math.floor(this.#asked / READS.length) % this.#tokens.length] ?? '';
      this.#asked += 1;
      const headers = { authorization: `Bearer ${token}` };
      const sent = request(this.#base + path, { agent: this.#agent, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  }
}
