import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Sums of gifts: pieces, diamonds, and votes in tenths. */
export const tallySchema = z.object({ count, diamonds: count, votesTenths: count });
export type Tally = z.infer<typeof tallySchema>;
