import { z } from 'zod';
import { languageSchema } from '../language.ts';
import { learnedGiftSchema } from '../learned.ts';
import { rehearsalSizes } from '../rehearsal.ts';
import { brokenMessageSchema, nothing } from './commonSchemas.ts';

/** Opening and closing the room. */
export const roomCalls = {
  /** Looks the room up and connects. Creates a show if none is open. Replacing another username needs `confirm`. */
  'room.open': {
    args: z.object({
      username: z.string().max(2000),
      lineId: z.enum(['line1', 'line2']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  /**
   * Waits until the room is live, then connects as `room.open` does. Resolves when the wait has begun. Closing the
   * connection to another room needs `confirm`. `room.close` ends the wait.
   */
  'room.wait': {
    args: z.object({
      username: z.string().max(2000),
      lineId: z.enum(['line1', 'line2']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  'room.close': { args: nothing, result: nothing },
  /** Shows the room's page where the backstage runs, if the page waits for a person. */
  'room.showPage': { args: nothing, result: nothing },
  /** Opens a generated show on the built-in rehearsal platform. All code behind the socket is that of a real show. */
  'rehearsal.open': {
    args: z.object({
      size: z.enum(rehearsalSizes),
      locale: languageSchema,
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  /** Returns the gifts of all shows that the catalogue lacks, the latest one last. */
  'gifts.learned': { args: nothing, result: z.object({ gifts: z.array(learnedGiftSchema) }) },
  'inspect.messages': { args: nothing, result: z.object({ methods: z.array(brokenMessageSchema) }) },
} as const;
