import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackstageHost } from '#electron/backstage/host.ts';
import type { BackstageProcess } from '#electron/backstage/messages.ts';
import { registerHandlers } from '#electron/ipc/handlers.ts';
import { createRegister, isPlainData, type SenderFacts, type WindowRole } from '#electron/ipc/register.ts';
import { WindowClients } from '#electron/ipc/windowClients.ts';
import { defaultSettings } from '#electron/settings/settings.ts';
import { Updates } from '#electron/update/updates.ts';
import { callSchemas, channelOf, type DesktopCallName, desktopCalls } from '#shared/contract/desktop.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { memorySignIn } from '#tests/electron/memorySignIn.ts';

const names = Object.keys(desktopCalls).filter((name): name is DesktopCallName => name in desktopCalls);
/** Calls that the workbench may make too. */
const workbenchCalls = new Set<DesktopCallName>([
  'openBackstage',
  'request',
  'acknowledge',
  'appInfo',
  'getPreferences',
  'getWorkbench',
]);
const page: SenderFacts['senderFrame'] = { url: 'app://ringside/tool', parent: null };
const log = () => undefined;
const bench = { ...defaultSettings.workbench, open: false };

/** Registers every handler of the app on a fake IPC. `done` records the side effects of the handlers. */
function setUp(role: WindowRole | null = 'main') {
  const listeners = new Map<string, (event: SenderFacts, ...args: unknown[]) => unknown>();
  const done: string[] = [];
  const did = (what: string) => {
    done.push(what);
  };
  const host = new BackstageHost({
    launch: () => silentBackstage(did),
    start: { dataDir: '/data', build: 'test' },
    relayUser: () => null,
    now: () => 0,
    after: () => () => undefined,
    log,
  });
  host.start();
  const settings = {
    current: defaultSettings,
    backupFile: null,
    dropped: [],
    update: () => {
      did('settings');
      return defaultSettings;
    },
  };
  registerHandlers(
    createRegister({
      ipcMain: { handle: (channel, listener) => void listeners.set(channel, listener) },
      roleOf: () => role,
      log,
    }),
    {
      app: { getVersion: () => '1.0.0' },
      shell: {
        openExternal: async () => did('browser'),
        openPath: async () => {
          did('folder');
          return '';
        },
      },
      session: {
        clearCache: async () => did('cache'),
        clearCodeCaches: async () => did('code'),
        getCacheSize: async () => 0,
      },
      folders: { userData: '/nowhere', logs: '/nowhere/logs', temp: '/nowhere/temp' },
      platform: 'linux',
      electronVersion: '0',
      host,
      clients: new WindowClients(host),
      settings,
      signIn: memorySignIn(),
      obs: { current: defaultObsSettings, save: () => did('obs'), origin: () => 'ws://127.0.0.1:4455' },
      globalShortcuts: {
        check: () => {
          did('global keys');
          return [];
        },
      },
      updates: new Updates({
        updater: null,
        current: '1.0.0',
        isBusy: () => false,
        prepareInstall: async () => did('update'),
        stateChanged: () => undefined,
        log,
      }),
      workbench: {
        open: () => {
          did('workbench');
          return bench;
        },
        close: () => {
          did('workbench');
          return bench;
        },
        state: bench,
      },
      wall: { open: () => did('wall'), close: () => did('wall') },
      contentsById: () => null,
      pushToAll: () => undefined,
      apply: () => undefined,
    },
  );
  const invoke = async (name: DesktopCallName, args: unknown[], senderFrame = page) =>
    listeners.get(channelOf(name))?.({ sender: { id: 1 }, senderFrame }, ...args);
  return { listeners, invoke, done };
}

/** A backstage that is ready at once, never responds, and records what it receives. */
function silentBackstage(did: (what: string) => void): BackstageProcess {
  let notify: (raw: unknown) => void = () => undefined;
  return {
    pid: 1,
    send: (message) => {
      if (message.type === 'start') notify({ type: 'ready' });
      else did(`backstage ${message.type}`);
    },
    onMessage: (listener) => {
      notify = listener;
    },
    onExit: () => undefined,
    kill: () => undefined,
  };
}

/** Argument lists that every channel must refuse: huge, deep and cyclic values, other types, wrong counts. */
function invalidArguments(): unknown[][] {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const deep: unknown = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
  return [
    [],
    [{}, {}],
    [cycle],
    [deep],
    [{ id: 1, call: 'show.list', args: cycle }],
    [new Array(100_000).fill(0)],
    [new Array(4_000_000_000)],
    ['x'.repeat(13_000_000)],
    [{ url: 'https://x.test/', more: 'x'.repeat(13_000_000) }],
    [new Map([['url', 'https://x.test/']])],
    [new Date(0)],
    [new Uint8Array(10)],
    [10n],
    [Symbol('x')],
    [() => 'x'],
    [Number.NaN],
    [JSON.parse('{"__proto__": {"language": "ja"}}')],
  ];
}

describe('desktop IPC channels', () => {
  it('each have a handler, and there are no other handlers', () => {
    expect([...setUp().listeners.keys()].sort()).toEqual(names.map(channelOf).sort());
  });

  it.each([
    ['another site', { url: 'https://example.test/', parent: null }],
    ['a site that looks like the app', { url: 'app://ringside.example.test/tool', parent: null }],
    ['an overlay of this machine', { url: 'http://127.0.0.1:17840/overlay/', parent: null }],
    ['a blank page', { url: 'about:blank', parent: null }],
    ['a frame inside the page', { url: 'app://ringside/tool', parent: {} }],
    ['a frame that is gone', null],
  ])('refuse %s', async (_caller, frame) => {
    const { invoke, done } = setUp();
    for (const name of names) await expect(invoke(name, [{}], frame), name).rejects.toThrow('Refused');
    expect(done).toEqual([]);
  });

  it('refuse other windows, and refuse the workbench for most calls', async () => {
    for (const role of [null, 'workbench'] as const) {
      const { invoke, done } = setUp(role);
      for (const name of names.filter((each) => role === null || !workbenchCalls.has(each))) {
        await expect(invoke(name, [{}]), name).rejects.toThrow('Refused');
      }
      expect(done).toEqual([]);
    }
  });

  it('reject invalid arguments without side effects', async () => {
    const { invoke, done } = setUp();
    for (const name of names) {
      for (const args of invalidArguments()) {
        expect(await invoke(name, args), name).toEqual({ ok: false, problem: { code: 'invalid' } });
      }
    }
    expect(done).toEqual([]);
  });

  it('reject every random argument that does not match their schema', async () => {
    const { invoke, done } = setUp();
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
      withSparseArray: true,
      withObjectString: true,
    });
    const keys = ['url', 'number', 'id', 'call', 'args', 'language', 'server', 'updateFeed', 'layout'];
    const shaped = fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 4 });
    const given = fc.oneof(anything, shaped);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), given, async (name, value) => {
        const before = done.length;
        const fits = isPlainData(value) && callSchemas[name].args.safeParse(value).success;
        const answer = await invoke(name, [value]);
        if (fits) return;
        expect(answer).toEqual({ ok: false, problem: { code: 'invalid' } });
        expect(done).toHaveLength(before);
      }),
      { numRuns: 2000 },
    );
  });
});
