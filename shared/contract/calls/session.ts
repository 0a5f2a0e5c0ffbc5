import { z } from 'zod';
import { sessionActions } from '../input.ts';
import { anchorId, nothing, presetId, viewerId } from './commonSchemas.ts';

/** The session, and who is bound to whom. */
export const sessionCalls = {
  'session.choosePreset': { args: z.object({ presetId }), result: nothing },
  'session.act': { args: z.object({ action: z.enum(sessionActions) }), result: nothing },
  'bindings.bind': {
    args: z.object({
      viewerId,
      anchorId: anchorId.nullable(),
      /** The binding by hand as the operator saw it: another one that was set meanwhile is not overwritten. */
      from: anchorId.nullable().optional(),
    }),
    result: nothing,
  },
  'bindings.pin': { args: z.object({ viewerId, pinned: z.boolean() }), result: nothing },
  'bindings.suspend': { args: z.object({ on: z.boolean() }), result: nothing },
} as const;
