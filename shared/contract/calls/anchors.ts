import { z } from 'zod';
import { anchorFactsSchema, pictureDataSchema, pictureIdSchema } from '../anchors.ts';

/** What is known of anchors beside the game, and their pictures. */
export const anchorCalls = {
  /** What the platform says of an account now; gently, so the answer may be a few minutes old. */
  'anchors.look': {
    args: z.object({ username: z.string().max(200) }),
    result: z.object({ anchor: anchorFactsSchema }),
  },
  /** Keeps a picture of one's own, for an anchor's `avatar`. */
  'pictures.put': {
    args: z.object({ data: pictureDataSchema }),
    result: z.object({ picture: pictureIdSchema }),
  },
  /** Pictures as `data:` addresses, each empty where there is none of that id. */
  'pictures.read': {
    args: z.object({ pictures: z.array(pictureIdSchema).min(1).max(20) }),
    result: z.object({ pictures: z.array(z.object({ id: pictureIdSchema, data: z.string() })) }),
  },
} as const;
