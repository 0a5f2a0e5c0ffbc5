import { z } from 'zod';
import { anchorFactsSchema, pictureDataSchema, pictureIdSchema } from '../anchors.ts';

/** Accounts and pictures of anchors. */
export const anchorCalls = {
  /** Looks up an account on the platform. Answers are cached for a few minutes, to limit requests. */
  'anchors.look': {
    args: z.object({ username: z.string().max(200) }),
    result: z.object({ anchor: anchorFactsSchema }),
  },
  /** Stores an uploaded picture, for an anchor's `avatar`. */
  'pictures.put': {
    args: z.object({ data: pictureDataSchema }),
    result: z.object({ picture: pictureIdSchema }),
  },
  /** Returns pictures as `data:` URLs; '' for an unknown id. */
  'pictures.read': {
    args: z.object({ pictures: z.array(pictureIdSchema).min(1).max(20) }),
    result: z.object({ pictures: z.array(z.object({ id: pictureIdSchema, data: z.string() })) }),
  },
} as const;
