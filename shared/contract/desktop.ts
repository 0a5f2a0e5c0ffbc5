import { z } from 'zod';
import { pushSchema, requestSchema, responseSchema } from './backstage.ts';
import { type Problem, problemSchema } from './error.ts';
import { languageSchema } from './language.ts';

/**
 * What a window of the desktop app and its main process say to each other. The preload script, the handlers
 * and the renderer all derive from the two maps below; a channel that is not in them does not exist.
 */

/** Where the app's own pages live; nothing else is ever loaded into its windows. */
export const APP_ORIGIN = 'app://ringside';

/** The name under which the preload script shows the bridge to a page. */
export const BRIDGE_KEY = 'ringside';

export const workbenchLayouts = ['horizontal', 'vertical'] as const;
export type WorkbenchLayout = (typeof workbenchLayouts)[number];

export const workbenchOptionsSchema = z.object({
  layout: z.enum(workbenchLayouts),
  alwaysOnTop: z.boolean(),
  /** Without it the background is one opaque colour that the streaming program keys out. */
  transparent: z.boolean(),
  /** The link of the workbench that the window shows; without it, or once it is revoked, the first one. */
  linkId: z.string().max(64).optional(),
});
export type WorkbenchOptions = z.infer<typeof workbenchOptionsSchema>;

/** An address of an update feed: https alone, or empty for the one that the app was built with. */
export const feedUrlSchema = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]);

/**
 * The address of a Ringside server: https, or http on this very machine; empty for none. No name or password is
 * part of it, since both would be sent along with every call.
 */
export const serverAddressSchema = z.union([
  z.literal(''),
  z
    .union([
      z.url({ protocol: /^https$/ }),
      z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1|\[::1\])$/ }),
    ])
    .refine((address) => address.length <= 500 && !/^[a-z]+:\/*[^/?#]*@/i.test(address)),
]);

/** What a host may change about the app itself. Shows, presets and lines are the backstage's. */
export const preferencesSchema = z.object({
  language: languageSchema,
  startWithSystem: z.boolean(),
  checkForUpdates: z.boolean(),
  updateFeed: feedUrlSchema,
  /** Where accounts are: `/api` calls go there. Without one everything works but what needs an account. */
  server: serverAddressSchema,
  workbench: workbenchOptionsSchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const updatePhases = [
  'unsupported',
  'idle',
  'checking',
  'none',
  'available',
  'ready',
  'failed',
] as const;

/** Why an update could not be had; each is a sentence `desktop.update.error.<reason>` in the locale files. */
export const updateFailures = [
  'offline',
  'noFeed',
  'noKey',
  'feed',
  'unsigned',
  'signature',
  'disk',
  'unknown',
] as const;

export const updateStateSchema = z.object({
  phase: z.enum(updatePhases),
  current: z.string(),
  /** The newer version, empty while none is known. */
  version: z.string(),
  /** Percent of the download while `phase` is `available`. */
  percent: z.number().min(0).max(100),
  failure: z.enum(updateFailures).nullable(),
  /** A show is on: the app will not restart now, whatever is asked. */
  blocked: z.boolean(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

export const backstageStates = ['starting', 'ready', 'restarting', 'failed', 'closed'] as const;
export const backstageStateSchema = z.object({
  state: z.enum(backstageStates),
  /** Crashes since the last run that held. */
  crashes: z.number().int().nonnegative(),
  problem: problemSchema.nullable(),
});
export type BackstageState = z.infer<typeof backstageStateSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.string(),
  electron: z.string(),
  dataFolder: z.string(),
  logFolder: z.string(),
});

/** The sign-in at the server. The token itself never leaves the main process. */
export const signInSchema = z.object({
  signedIn: z.boolean(),
  /** Whether it lasts beyond this run: not every system has a safe place for a token. */
  lasting: z.boolean(),
});
export type SignInState = z.infer<typeof signInSchema>;

/** What a page gets in a token's place; the main process puts the real one into each call to the server. */
export const TOKEN_IN_APP = 'kept-by-the-desktop-app'.padEnd(43, '-');

export const workbenchStateSchema = workbenchOptionsSchema.extend({ open: z.boolean() });
export type WorkbenchState = z.infer<typeof workbenchStateSchema>;

const nothing = z.object({}).strict();

export const desktopCalls = {
  /** Joins the backstage; a window that was joined already is joined anew. `false` while it is (re)starting. */
  openBackstage: { args: nothing, result: z.object({ joined: z.boolean() }) },
  request: { args: requestSchema.strict(), result: responseSchema },
  /** The number of the last push that was handled, so that a slow window is resynced instead of fed. */
  acknowledge: { args: z.object({ number: z.number().int().nonnegative() }).strict(), result: nothing },
  appInfo: { args: nothing, result: appInfoSchema },
  showLogs: { args: nothing, result: nothing },
  /** Opens an https address in the system's browser; anything else is refused. */
  openLink: {
    args: z.object({ url: z.string().max(2000) }).strict(),
    result: z.object({ opened: z.boolean() }),
  },
  getPreferences: { args: nothing, result: preferencesSchema },
  savePreferences: { args: preferencesSchema.partial().strict(), result: preferencesSchema },
  getSignIn: { args: nothing, result: signInSchema },
  clearCache: { args: nothing, result: z.object({ freedBytes: z.number().nonnegative() }) },
  getUpdate: { args: nothing, result: updateStateSchema },
  checkUpdate: { args: nothing, result: updateStateSchema },
  /** Restarts into a downloaded version; answers the unchanged state while a show is on. */
  installUpdate: { args: nothing, result: updateStateSchema },
  openWorkbench: { args: workbenchOptionsSchema.partial().strict(), result: workbenchStateSchema },
  closeWorkbench: { args: nothing, result: workbenchStateSchema },
  getWorkbench: { args: nothing, result: workbenchStateSchema },
} as const;

export const desktopPushes = {
  backstagePush: z.object({ number: z.number().int().positive(), push: pushSchema }),
  backstageState: backstageStateSchema,
  update: updateStateSchema,
  preferences: preferencesSchema,
  workbench: workbenchStateSchema,
} as const;

export type DesktopCalls = typeof desktopCalls;
export type DesktopCallName = keyof DesktopCalls;
export type DesktopArgs<N extends DesktopCallName> = z.input<DesktopCalls[N]['args']>;
/** An argument as its handler gets it. */
export type DesktopParsed<N extends DesktopCallName> = z.output<DesktopCalls[N]['args']>;
export type DesktopResult<N extends DesktopCallName> = z.output<DesktopCalls[N]['result']>;

/** The same map for code that is written once for every call. */
export const callSchemas: {
  [N in DesktopCallName]: { args: z.ZodType<DesktopParsed<N>>; result: z.ZodType<DesktopResult<N>> };
} = desktopCalls;

export type DesktopPushName = keyof typeof desktopPushes;
export type DesktopPush<N extends DesktopPushName> = z.output<(typeof desktopPushes)[N]>;

/** An error does not survive the way between the processes, so a refusal travels as a value. */
export type Answer<T> = { ok: true; result: T } | { ok: false; problem: Problem };

export type DesktopBridge = {
  [N in DesktopCallName]: (args: DesktopArgs<N>) => Promise<Answer<DesktopResult<N>>>;
} & {
  [N in DesktopPushName as `on${Capitalize<N>}`]: (listener: (payload: DesktopPush<N>) => void) => () => void;
};

/** The IPC channel of a call or push. */
export function channelOf(name: DesktopCallName | DesktopPushName): string {
  return `ringside:${name}`;
}
