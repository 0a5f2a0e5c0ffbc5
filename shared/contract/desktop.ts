import { z } from 'zod';
import { pushSchema, requestSchema, responseSchema } from './backstage.ts';
import { type Problem, problemSchema } from './error.ts';
import { globalKeysSchema } from './globalKeys.ts';
import { languageSchema } from './language.ts';
import { obsSettingsSchema } from './obs.ts';

/**
 * The calls and pushes between a window of the desktop app and its main process. The preload script, the handlers and
 * the renderer are derived from the two maps below. No other channel exists.
 */

/** The origin of the app's own pages. Its windows load nothing else. */
export const APP_ORIGIN = 'app://ringside';

/** The property of `window` under which the preload script exposes the bridge. */
export const BRIDGE_KEY = 'ringside';

const workbenchLayouts = ['horizontal', 'vertical'] as const;
export type WorkbenchLayout = (typeof workbenchLayouts)[number];

const workbenchOptionsSchema = z.object({
  layout: z.enum(workbenchLayouts),
  alwaysOnTop: z.boolean(),
  /** False: the background is one opaque colour for the streaming software's chroma key. */
  transparent: z.boolean(),
  /** The link of the workbench in the window. If absent or revoked, the first one. */
  linkId: z.string().max(64).optional(),
});
export type WorkbenchOptions = z.infer<typeof workbenchOptionsSchema>;

/** The URL of an update feed: https, or '' for the one that the app was built with. */
export const feedUrlSchema = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]);

/**
 * The URL of a Ringside server: https, or http on this machine; '' for none. It must not contain a user name or a
 * password, because both would be sent with every call.
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

/** The settings of the app itself. Shows, presets and lines belong to the backstage. */
export const preferencesSchema = z.object({
  language: languageSchema,
  startWithSystem: z.boolean(),
  checkForUpdates: z.boolean(),
  updateFeed: feedUrlSchema,
  /**
   * The server for accounts, which receives all `/api` calls. Without one, only features that need an account are
   * missing.
   */
  server: serverAddressSchema,
  workbench: workbenchOptionsSchema,
  globalKeys: globalKeysSchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

const updatePhases = ['unsupported', 'idle', 'checking', 'none', 'available', 'ready', 'failed'] as const;

/** Why an update failed. Each has a text `desktop.update.error.<reason>` in the locale files. */
const updateFailures = [
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
  /** The newer version; '' if none is known. */
  version: z.string(),
  /** Percent of the download while `phase` is `available`. */
  percent: z.number().min(0).max(100),
  failure: z.enum(updateFailures).nullable(),
  /** A show is running, so the app does not restart. */
  blocked: z.boolean(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

const backstageStates = ['starting', 'ready', 'restarting', 'failed', 'closed'] as const;
const backstageStateSchema = z.object({
  state: z.enum(backstageStates),
  /** Crashes in a row without a stable run between them. */
  crashes: z.number().int().nonnegative(),
  problem: problemSchema.nullable(),
});
export type BackstageState = z.infer<typeof backstageStateSchema>;

const appInfoSchema = z.object({
  version: z.string(),
  platform: z.string(),
  electron: z.string(),
  dataFolder: z.string(),
  logFolder: z.string(),
});

/** The sign-in at the server. The token never leaves the main process. */
const signInSchema = z.object({
  signedIn: z.boolean(),
  /** Whether the sign-in survives a restart. Not every system can store a token safely. */
  lasting: z.boolean(),
});
export type SignInState = z.infer<typeof signInSchema>;

/** The placeholder that pages receive instead of the token. The main process inserts the real one into each call. */
export const TOKEN_IN_APP = 'kept-by-the-desktop-app'.padEnd(43, '-');

const workbenchStateSchema = workbenchOptionsSchema.extend({ open: z.boolean() });
export type WorkbenchState = z.infer<typeof workbenchStateSchema>;

const nothing = z.object({}).strict();

export const desktopCalls = {
  /** Connects the window to the backstage, or connects it again. `joined` is false while the backstage (re)starts. */
  openBackstage: { args: nothing, result: z.object({ joined: z.boolean() }) },
  request: { args: requestSchema.strict(), result: responseSchema },
  /** Acknowledges pushes up to this number. A window that falls behind is resynced instead of receiving more pushes. */
  acknowledge: { args: z.object({ number: z.number().int().nonnegative() }).strict(), result: nothing },
  appInfo: { args: nothing, result: appInfoSchema },
  showLogs: { args: nothing, result: nothing },
  /** Opens an https URL in the system's browser. Refuses any other URL. */
  openLink: {
    args: z.object({ url: z.string().max(2000) }).strict(),
    result: z.object({ opened: z.boolean() }),
  },
  getPreferences: { args: nothing, result: preferencesSchema },
  savePreferences: { args: preferencesSchema.partial().strict(), result: preferencesSchema },
  getSignIn: { args: nothing, result: signInSchema },
  /** Tries again to get the global keys that other programs had. Returns the actions whose key is still refused. */
  checkGlobalKeys: { args: nothing, result: z.object({ refused: z.array(z.string()) }) },
  /** The connection to OBS. Its password is needed in the page, which speaks to OBS. */
  getObs: { args: nothing, result: obsSettingsSchema },
  saveObs: { args: obsSettingsSchema, result: nothing },
  /** Makes a PDF of what the window would print. `data` is base64. */
  printPdf: { args: nothing, result: z.object({ data: z.base64() }) },
  clearCache: { args: nothing, result: z.object({ freedBytes: z.number().nonnegative() }) },
  getUpdate: { args: nothing, result: updateStateSchema },
  checkUpdate: { args: nothing, result: updateStateSchema },
  /** Restarts into the downloaded version. Returns the unchanged state while a show is running. */
  installUpdate: { args: nothing, result: updateStateSchema },
  openWorkbench: { args: workbenchOptionsSchema.partial().strict(), result: workbenchStateSchema },
  closeWorkbench: { args: nothing, result: workbenchStateSchema },
  getWorkbench: { args: nothing, result: workbenchStateSchema },
  /**
   * Opens the wall in its own window or brings it to the front. The first time, it fills the second display if there is
   * one.
   */
  openWall: { args: nothing, result: nothing },
  closeWall: { args: nothing, result: nothing },
} as const;

const desktopPushes = {
  backstagePush: z.object({ number: z.number().int().positive(), push: pushSchema }),
  backstageState: backstageStateSchema,
  update: updateStateSchema,
  preferences: preferencesSchema,
  workbench: workbenchStateSchema,
  /** The user has pressed a global key, which has these actions. Only the main window receives it. */
  globalKey: z.object({ actions: z.array(z.string()) }),
} as const;

type DesktopCalls = typeof desktopCalls;
export type DesktopCallName = keyof DesktopCalls;
export type DesktopArgs<N extends DesktopCallName> = z.input<DesktopCalls[N]['args']>;
/** The parsed arguments that the handler receives. */
export type DesktopParsed<N extends DesktopCallName> = z.output<DesktopCalls[N]['args']>;
export type DesktopResult<N extends DesktopCallName> = z.output<DesktopCalls[N]['result']>;

/** `desktopCalls` for code that handles all calls alike. */
export const callSchemas: {
  [N in DesktopCallName]: { args: z.ZodType<DesktopParsed<N>>; result: z.ZodType<DesktopResult<N>> };
} = desktopCalls;

export type DesktopPushName = keyof typeof desktopPushes;
export type DesktopPush<N extends DesktopPushName> = z.output<(typeof desktopPushes)[N]>;

/** The result of a call as a value, because an exception loses its type between the processes. */
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
