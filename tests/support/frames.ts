import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const folder = resolve(
  process.env.FRAMES_DIR ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'frames'),
);

/** Captured messages are no part of the project; where they are absent, tests that use them are skipped. */
export const framesAreHere = existsSync(join(folder, 'expected.json'));

export const capturedRooms = ['room-a', 'room-b', 'room-c'] as const;
export type CapturedRoom = (typeof capturedRooms)[number];

const expectedSchema = z.record(
  z.string(),
  z.object({
    messages: z.number(),
    gifts: z.number(),
    diamonds: z.number(),
    bySenderAndGift: z.array(
      z.object({
        userId: z.string(),
        giftId: z.number(),
        name: z.string(),
        count: z.number(),
        diamonds: z.number(),
      }),
    ),
  }),
);
export type ExpectedCount = z.infer<typeof expectedSchema>[string];

export function framesFile(name: string): string {
  return join(folder, name);
}

/** What a correct count of a captured room is. */
export function expectedCount(room: CapturedRoom): ExpectedCount {
  const all = expectedSchema.parse(JSON.parse(readFileSync(framesFile('expected.json'), 'utf8')));
  const expected = all[room];
  if (expected === undefined) throw new Error(`expected.json lacks ${room}`);
  return expected;
}
