import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { skipUnless } from './skipUnless.ts';

const folder = resolve(
  process.env.FRAMES_DIR ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'frames'),
);

export const framesAreHere = existsSync(join(folder, 'expected.json'));

/** Options of tests that read captured rooms, which are not part of the project. */
export const needsFrames = skipUnless(
  framesAreHere,
  'captured frames are not beside this checkout (../shared/frames, or the folder in FRAMES_DIR)',
);

export const capturedRooms = ['room-a', 'room-b', 'room-c'] as const;
type CapturedRoom = (typeof capturedRooms)[number];

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
type ExpectedCount = z.infer<typeof expectedSchema>[string];

export function framesFile(name: string): string {
  return join(folder, name);
}

/** The correct count of a captured room. */
export function expectedCount(room: CapturedRoom): ExpectedCount {
  const all = expectedSchema.parse(JSON.parse(readFileSync(framesFile('expected.json'), 'utf8')));
  const expected = all[room];
  if (expected === undefined) throw new Error(`expected.json lacks ${room}`);
  return expected;
}
