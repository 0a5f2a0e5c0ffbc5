import { z } from 'zod';
import { lineDraftSchema, pageLineSchema, shownLineSchema } from '../connection.ts';
import { invitationSchema, phonesSchema } from '../phones.ts';
import { presetSchema } from '../preset.ts';
import { remoteNameSchema, remoteSchema, remoteScopes, remotesSchema } from '../remote/token.ts';
import { nothing, presetDraftSchema, presetId } from './commonSchemas.ts';

/** Presets and lines. */
export const settingCalls = {
  'presets.list': { args: nothing, result: z.object({ presets: z.array(presetSchema) }) },
  'presets.save': {
    args: z.object({
      preset: presetDraftSchema,
      /**
       * The preset at the start of the edit. The call fails with `preset.stale` if somebody else has saved it since.
       */
      base: presetSchema.optional(),
    }),
    result: z.object({ preset: presetSchema }),
  },
  /** Deletes a preset. `place` was its index in the list. */
  'presets.delete': {
    args: z.object({ presetId }),
    result: z.object({ place: z.number().int().nonnegative() }),
  },
  /** Restores a deleted preset with its id, at its place in the list. */
  'presets.restore': {
    args: z.object({ preset: presetSchema, place: z.number().int().nonnegative() }),
    result: nothing,
  },
  'lines.list': {
    args: nothing,
    result: z.object({
      lines: z.array(shownLineSchema),
      bothLines: z.boolean(),
      page: pageLineSchema,
      pageWindows: z.boolean(),
    }),
  },
  /**
   * Saves the lines. `bothLines`: whether to receive on both at once; unchanged if omitted. An omitted secret is kept,
   * unless the address that it belongs to changes.
   */
  'lines.save': {
    args: z.object({
      lines: z.array(lineDraftSchema).length(2),
      bothLines: z.boolean().optional(),
      /** The lines at the start of the edit. The call fails with `line.stale` if somebody else has saved them since. */
      base: z.array(shownLineSchema).length(2).optional(),
    }),
    result: nothing,
  },
  /** Deletes the platform's cookies and stored data, which room pages keep where the backstage runs. */
  'pages.signOut': { args: nothing, result: nothing },
} as const;

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

/** Programs with a token for the remote API. Every change is pushed as `remotes`. */
export const remoteCalls = {
  'remotes.list': { args: nothing, result: remotesSchema },
  /** Makes a token, which is shown only now. Errors: `remote.unavailable`, `remote.tooMany`. */
  'remotes.create': {
    args: z.object({ name: remoteNameSchema, scope: z.enum(remoteScopes) }),
    result: z.object({ remote: remoteSchema, token: z.string() }),
  },
  /** Ends a token and its connections. */
  'remotes.revoke': { args: z.object({ id }), result: nothing },
  /** Undoes `remotes.revoke` within a day. Errors: `remote.notFound`, `remote.tooMany`. */
  'remotes.restore': { args: z.object({ id }), result: nothing },
} as const;
