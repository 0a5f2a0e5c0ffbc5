import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { BackstageOptions } from '#backstage/options.ts';
import { type CallName, calls } from '#shared/contract/backstage.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { restore, unpackSnapshot } from '#shared/game/serialise.ts';
import { INCREMENTS, writeMillionShow } from './millionShow.ts';

/**
 * Measures a show of a million gift messages by a hundred thousand viewers: the time from opening the folder to the
 * state on a screen, after a normal end and after a kill, and the time to read a page of its ledger.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-bench-'));
  const killed = `${dataDir}-killed`;
  try {
    const show = await writeMillionShow(dataDir);
    cpSync(dataDir, killed, { recursive: true });
    await show.close();
    const pages = await reopen(dataDir);
    return {
      'reopen.million.ms': pages.openMs,
      'reopen.million.killed.ms': (await reopen(killed)).openMs,
      'ledger.million.page.ms': pages.pageMs,
      'ledger.million.search.ms': pages.searchMs,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(killed, { recursive: true, force: true });
  }
}

async function reopen(dataDir: string): Promise<{ openMs: number; pageMs: number; searchMs: number }> {
  const options: BackstageOptions = {
    dataDir,
    build: 'bench',
    lines: (['line1', 'line2'] as const).map((id) => ({
      id,
      kind: 'direct',
      webUrl: 'http://127.0.0.1:1',
      wsUrl: 'ws://127.0.0.1:1',
      signUrl: '',
      signKey: '',
      relayUrl: '',
    })),
  };
  const begun = performance.now();
  const backstage = await openBackstage(options);
  const client = backstage.connect({ by: 'bench', send: () => {} });
  const call = async (name: CallName, args: unknown): Promise<unknown> => {
    const response = await client.request({ id: 1, call: name, args });
    if (!response.ok) throw new Error(response.problem.code);
    return response.result;
  };
  // Parse as text, as the screen does.
  const text = JSON.stringify(await call('show.subscribe', {}));
  const { snapshot } = calls['show.subscribe'].result.parse(JSON.parse(text));
  if (snapshot === null) throw new Error('no snapshot');
  const { seen } = restore(unpackSnapshot(snapshot));
  const openMs = performance.now() - begun;
  if (seen.count !== INCREMENTS) throw new Error(`${seen.count} of ${INCREMENTS} are there`);

  const slowest = async (filters: LedgerFilter[]): Promise<number> => {
    let slowestMs = 0;
    for (const filter of filters) {
      const started = performance.now();
      await call('ledger.page', { filter, limit: 100 });
      const took = performance.now() - started;
      if (process.env.BENCH_DETAIL) process.stderr.write(`${JSON.stringify(filter)} ${took.toFixed(1)} ms\n`);
      slowestMs = Math.max(slowestMs, took);
    }
    return slowestMs;
  };
  const pageMs = await slowest([
    {},
    { target: 'unallocated' },
    { target: 'anchors' },
    { target: 'anchor:a4' },
    { viewerId: '6600000000000007919' },
    { giftId: 6001 },
    { giftId: 6001, target: 'unallocated' },
    { corrected: true },
  ]);
  const searchMs = await slowest([
    { viewer: 'viewer 7919 ' },
    { viewer: 'nobody' },
    { viewer: 'viewer' },
    { viewer: '77' },
  ]);
  await backstage.close();
  return { openMs, pageMs, searchMs };
}
