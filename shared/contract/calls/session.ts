import { z } from 'zod';
import { sessionActions } from '../input.ts';
import { anchorId, nothing, presetId, viewerId } from './commonSchemas.ts';

/** The session, and the bindings of viewers. */
export const sessionCalls = {
  'session.choosePreset': { args: z.object({ presetId }), result: nothing },
  'session.act': { args: z.object({ action: z.enum(sessionActions) }), result: nothing },
  'bindings.bind': {
    args: z.object({
      viewerId,
      anchorId: anchorId.nullable(),
      /** The manual binding as the operator saw it. If another operator has changed it since, the call fails. */
      from: anchorId.nullable().optional(),
    }),
    result: nothing,
  },
  'bindings.pin': { args: z.object({ viewerId, pinned: z.boolean() }), result: nothing },
  'bindings.suspend': { args: z.object({ on: z.boolean() }), result: nothing },
} as const;
