import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackstageOptions, openBackstage } from '#backstage/openBackstage.ts';
import { newShowId } from '#backstage/show/facts.ts';
import { Show } from '#backstage/show/show.ts';
import { type CallName, calls } from '#shared/contract/backstage.ts';
import type { GiftInput, Input } from '#shared/contract/input.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { restore } from '#shared/game/serialise.ts';

const INCREMENTS = 1_000_000;
const VIEWERS = 100_000;
const BATCH = 5000;

/**
 * A show of a million increments by a hundred thousand viewers: how long it takes from opening the folder to
 * the state on a screen, after an orderly end and after a kill, and how long a page of its ledger takes.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-bench-'));
  const killed = `${dataDir}-killed`;
  try {
    const show = makeShow(dataDir);
    for (let from = 0; from < INCREMENTS; from += BATCH) {
      show.add(
        Array.from({ length: BATCH }, (_, index) => ({ input: increment(from + index) })),
        () => {},
      );
      show.flushOrThrow();
      // A show in real time has minutes between two snapshots.
      await show.snapshots.settled();
    }
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

function makeShow(dataDir: string): Show {
  const clock = { now: () => Date.now(), after: () => () => {} };
  const id = newShowId(Date.now(), () => 0.5);
  const events = { committed() {}, blocked() {}, corrupt() {}, log() {} };
  const facts = { createdAt: Date.now(), lineId: 'line1', rehearsal: null, closed: true } as const;
  const show = new Show(id, join(dataDir, 'shows', id), clock, events, facts);
  const at = 1_700_000_000_000;
  const anchors = Array.from({ length: 12 }, (_, index) => ({
    id: `a${index}`,
    nickname: `Anchor ${index}`,
    gift: { ids: [5000 + index] },
  }));
  const by = 'bench';
  const inputs: Input[] = [
    { kind: 'room', at, username: 'bench', roomId: '7309000000000000000', ownerId: '1', title: '' },
    {
      kind: 'command',
      command: 'choosePreset',
      at,
      by,
      preset: presetSchema.parse({ version: 1, id: 'p', name: 'Bench', anchors }),
    },
    { kind: 'command', command: 'session', at, by, action: 'start' },
  ];
  show.commit(inputs);
  return show;
}

/** Combos of five messages, the viewers taking turns; a gift in four is somebody's exclusive one. */
function increment(number: number): GiftInput {
  const combo = Math.floor(number / 5);
  const viewer = (combo * 7919) % VIEWERS;
  const at = 1_700_000_001_000 + number * 5;
  const giftId = combo % 4 === 0 ? 5000 + (combo % 12) : 6000 + (combo % 40);
  return {
    kind: 'gift',
    at,
    sentAt: at - 200,
    msgId: String(7_300_000_000_000_000_000n + BigInt(number)),
    user: {
      id: String(6_600_000_000_000_000_000n + BigInt(viewer)),
      name: `Viewer ${viewer} ☆`,
      username: `viewer${viewer}`,
    },
    giftId,
    giftName: `Gift ${giftId}`,
    diamonds: 1 + (giftId % 100),
    streak: true,
    group: String(combo),
    repeat: 1 + (number % 5),
    end: false,
    tickets: 1 + (giftId % 100),
  };
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
  // As over a socket: as text, which the screen parses and turns into its state.
  const text = JSON.stringify(await call('show.subscribe', {}));
  const { snapshot } = calls['show.subscribe'].result.parse(JSON.parse(text));
  if (snapshot === null) throw new Error('no snapshot');
  const { seen } = restore(snapshot);
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
