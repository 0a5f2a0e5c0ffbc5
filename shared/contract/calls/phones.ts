import { z } from 'zod';
import { invitationSchema, phonesSchema } from '../phones.ts';
import { nothing } from './commonSchemas.ts';

const id = z.string().min(1).max(64);

/** Phones that steer the show. Every change is pushed as `phones`. */
export const phoneCalls = {
  'phones.list': { args: nothing, result: phonesSchema },
  /**
   * Listens on the local network and makes a pairing code, which replaces the last one. Errors: `phone.unavailable`,
   * `phone.noNetwork`, `phone.tooMany`, `phone.portTaken`.
   */
  'phones.invite': { args: nothing, result: invitationSchema },
  /** Makes the pairing code invalid. Without paired phones, this machine no longer listens. */
  'phones.withdraw': { args: nothing, result: nothing },
  /** Ends a phone's access and its connections. Without paired phones, this machine no longer listens. */
  'phones.revoke': { args: z.object({ id }), result: nothing },
  /** Undoes `phones.revoke` within a day. Errors: `phone.notFound`, `phone.tooMany`. */
  'phones.restore': { args: z.object({ id }), result: nothing },
  /** Turns listening off or on again for the paired phones. */
  'phones.setOpen': { args: z.object({ open: z.boolean() }), result: nothing },
} as const;
