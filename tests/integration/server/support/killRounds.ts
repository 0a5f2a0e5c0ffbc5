import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from './client.ts';
import { ADMIN, startProcess } from './process.ts';

const WRITERS = 4;

/** Pseudo-random numbers from a seed, between 0 and 1. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

interface KillReport {
  acknowledged: number;
  /** Ids of acknowledged items that are missing afterwards. Must be empty. */
  lost: string[];
  rounds: number;
}

/**
 * Starts the server. In each round: saves items with several writers, kills the server after a random number of
 * responses, starts it again, and checks that it has all acknowledged items.
 */
export async function killDuringWrites(dataDir: string, rounds: number, seed: number): Promise<KillReport> {
  const random = numbers(seed);
  const acknowledged = new Map<string, string>();
  const lost: string[] = [];
  let server = await startProcess(dataDir);
  for (let round = 0; round < rounds; round += 1) {
    const doomed = server;
    const client = new ApiClient(doomed.url);
    const token = (await client.call(api.account.signin, { body: ADMIN })).data;
    const killAfter = 5 + Math.floor((random.next().value ?? 0) * 80);
    let answers = 0;
    let killed: Promise<void> | null = null;
    const write = async (writer: number) => {
      for (let index = 0; killed === null; index += 1) {
        const id = `r${round}w${writer}n${index}`;
        const item = {
          version: 1,
          id,
          name: `${id} ${(random.next().value ?? 0).toString(36)}`,
          anchors: [],
        };
        const saving = client.call(api.preset.save, {
          token,
          params: { id },
          body: { baseRevision: 0, item },
        });
        // Calls that the kill aborts are not acknowledged.
        const saved = await saving.catch(() => null);
        if (saved === null || saved.code !== 200) return;
        acknowledged.set(id, item.name);
        answers += 1;
        // In even rounds kill only the server, whose database then exits by itself; in odd rounds kill both.
        if (answers >= killAfter) killed ??= round % 2 === 0 ? doomed.kill('SIGKILL') : doomed.killAll();
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await (killed ?? doomed.kill('SIGKILL'));
    server = await startProcess(dataDir);
    const found = await readAll(new ApiClient(server.url));
    for (const [id, name] of acknowledged) if (found.get(id) !== name) lost.push(id);
  }
  await server.kill('SIGKILL');
  return { acknowledged: acknowledged.size, lost, rounds };
}

async function readAll(client: ApiClient): Promise<Map<string, string>> {
  const token = (await client.call(api.account.signin, { body: ADMIN })).data;
  const found = new Map<string, string>();
  for (let since = 0; ; ) {
    const page = (await client.call(api.preset.changes, { token, params: { since } })).data;
    for (const change of page.changes) found.set(change.id, change.name);
    if (!page.more) return found;
    since = page.next;
  }
}
