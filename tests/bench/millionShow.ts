import { join } from 'node:path';
import { newShowId } from '#backstage/show/facts.ts';
import { Show } from '#backstage/show/show.ts';
import type { GiftInput, Input } from '#shared/contract/input.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { benchGift } from './benchGift.ts';

export const INCREMENTS = 1_000_000;
const VIEWERS = 100_000;
const BATCH = 5000;

/** Writes the journal of a show with a million gift messages by a hundred thousand viewers. */
export async function writeMillionShow(dataDir: string): Promise<Show> {
  const show = await makeShow(dataDir);
  for (let from = 0; from < INCREMENTS; from += BATCH) {
    show.add(
      Array.from({ length: BATCH }, (_, index) => ({ input: increment(from + index) })),
      () => {},
    );
    await show.flush();
    // A show in real time has minutes between two snapshots.
    await show.snapshots.settled();
  }
  return show;
}

async function makeShow(dataDir: string): Promise<Show> {
  const clock = { now: () => Date.now(), after: () => () => {} };
  const id = newShowId(Date.now(), () => 0.5);
  const events = { committed() {}, blocked() {}, corrupt() {}, uncounted() {}, log() {} };
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
  await show.commit(inputs);
  return show;
}

/** Interleaved combos of five messages; every fourth gift is exclusive to an anchor. */
function increment(number: number): GiftInput {
  const combo = Math.floor(number / 5);
  const viewer = (combo * 7919) % VIEWERS;
  const at = 1_700_000_001_000 + number * 5;
  const giftId = combo % 4 === 0 ? 5000 + (combo % 12) : 6000 + (combo % 40);
  const repeat = 1 + (number % 5);
  return benchGift({ number, viewer, giftId, at, group: String(combo), repeat, end: false });
}
