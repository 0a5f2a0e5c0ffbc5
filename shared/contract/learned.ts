import { z } from 'zod';

const NAME_LIMIT = 100;

/** A gift that the catalogue lacks, as received in messages. */
export const learnedGiftSchema = z.object({
  id: z.number().int().positive(),
  /** The name in the platform's message, in any language; '' if the message had none. */
  name: z.string().trim().max(NAME_LIMIT),
  diamonds: z.number().int().nonnegative(),
  streak: z.boolean(),
});
export type LearnedGift = z.infer<typeof learnedGiftSchema>;
