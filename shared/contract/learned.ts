import { z } from 'zod';

const NAME_LIMIT = 100;

/** A gift that the catalogue does not know, as messages described it. */
export const learnedGiftSchema = z.object({
  id: z.number().int().positive(),
  /** As the platform's message names it, in whatever language that was; empty when it named none. */
  name: z.string().trim().max(NAME_LIMIT),
  diamonds: z.number().int().nonnegative(),
  streak: z.boolean(),
});
export type LearnedGift = z.infer<typeof learnedGiftSchema>;
