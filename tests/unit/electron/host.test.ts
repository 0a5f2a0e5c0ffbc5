import { describe, expect, it } from 'vitest';
import type { Backstage, BackstageClient } from '#backstage/api.ts';
import { BackstageHost } from '#electron/backstage/host.ts';
import type { BackstageProcess } from '#electron/backstage/messages.ts';
import { decideRestart } from '#electron/backstage/restartPolicy.ts';
import { WindowClients } from '#electron/ipc/windowClients.ts';
import type { Push } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { noOverlays, quietVitals } from '#tests/support/idleBackstage.ts';
import { launchInProcess } from '#tests/support/inProcess.ts';
import { noRemote } from '#tests/support/noRemote.ts';

const hello: Push = { push: 'hello', protocol: 1, build: 'test', now: 0 };

/** Creates a host with fake backstages. Only the test advances the clock and the timers. */
function setUp(openFault: Problem | null = null) {
  const processes: BackstageProcess[] = [];
  const opened: { push(push: Push): void; busy(on: boolean): void; backlogs: number[]; closed: boolean }[] =
    [];
  const timers: (() => void)[] = [];
  let now = 0;
  const open = async (): Promise<Backstage> => {
    if (openFault !== null) throw new RingsideError(openFault.code, openFault.params);
    const sends: ((push: Push) => void)[] = [];
    const busyListeners: ((busy: boolean) => void)[] = [];
    const entry = {
      push: (push: Push) => {
        for (const send of sends) send(push);
      },
      busy: (on: boolean) => {
        for (const listener of busyListeners) listener(on);
      },
      backlogs: [] as number[],
      closed: false,
    };
    opened.push(entry);
    const client: BackstageClient = {
      request: async (raw) => ({ id: Object(raw).id, ok: true, result: { echo: raw } }),
      setBacklog: (bytes) => entry.backlogs.push(bytes),
      close: () => undefined,
    };
    return {
      busy: false,
      vitals: quietVitals,
      liveRoom: null,
      connect: ({ send }) => {
        sends.push(send);
        send(hello);
        return client;
      },
      overlays: noOverlays,
      remote: noRemote,
      onBusy: (listener) => {
        busyListeners.push(listener);
        return () => undefined;
      },
      close: async () => {
        entry.closed = true;
      },
      disconnect: () => undefined,
      abandon: () => undefined,
    };
  };
  const host = new BackstageHost({
    launch: () => {
      const process = launchInProcess(open);
      processes.push(process);
      return process;
    },
    start: { dataDir: '/data', build: 'test' },
    relayUser: () => null,
    now: () => now,
    after: (_ms, task) => {
      timers.push(task);
      return () => timers.splice(timers.indexOf(task), 1);
    },
    log: () => undefined,
  });
  const states: string[] = [];
  host.onState(({ state }) => states.push(state));
  return {
    host,
    states,
    opened,
    crash: () => processes.at(-1)?.kill(),
    runTimers: () => {
      for (const task of timers.splice(0)) task();
    },
    pass: (ms: number) => {
      now += ms;
    },
    ready: () => expect.poll(() => host.state.state).toBe('ready'),
  };
}

describe('backstage host', () => {
  it('serves two windows that use the same request ids', async () => {
    const { host, ready } = setUp();
    host.start();
    await ready();
    const pushes: [string, Push][] = [];
    const join = (by: string) => host.connect({ by, push: (push) => pushes.push([by, push]) });
    const [main, workbench] = [join('main'), join('workbench')];
    const answers = await Promise.all([
      host.request(main, 1, { id: 1, a: 1 }),
      host.request(workbench, 1, { id: 1, b: 2 }),
    ]);
    expect(answers).toEqual([
      { id: 1, ok: true, result: { echo: { id: 1, a: 1 } } },
      { id: 1, ok: true, result: { echo: { id: 1, b: 2 } } },
    ]);
    await expect
      .poll(() => pushes)
      .toEqual([
        ['main', hello],
        ['workbench', hello],
      ]);
  });

  it('restarts the backstage after a crash and answers open requests with "connection.lost"', async () => {
    const { host, ready, crash, runTimers, states } = setUp();
    host.start();
    await ready();
    const client = host.connect({ by: 'main', push: () => undefined });
    const asked = host.request(client, 5, { id: 5 });
    crash();
    expect(await asked).toEqual({ id: 5, ok: false, problem: { code: 'connection.lost' } });
    expect(await host.request(client, 6, { id: 6 })).toMatchObject({ id: 6, ok: false });
    runTimers();
    await ready();
    expect(states).toEqual(['starting', 'ready', 'restarting', 'ready']);
    expect(host.connect({ by: 'main', push: () => undefined })).toBeGreaterThan(client);
  });

  it('fails after three crashes in a row and can be started again', async () => {
    const { host, ready, crash, runTimers } = setUp();
    host.start();
    for (const _crash of [1, 2, 3]) {
      await ready();
      crash();
      runTimers();
    }
    expect(host.state).toEqual({ state: 'failed', crashes: 3, problem: null });
    host.start();
    await ready();
  });

  it('resets the count of crashes after a stable run', async () => {
    const { host, ready, crash, runTimers, pass } = setUp();
    host.start();
    for (const _crash of [1, 2, 3, 4, 5]) {
      await ready();
      pass(61_000);
      crash();
      runTimers();
    }
    await ready();
    expect(decideRestart(2, 59_000)).toEqual({ restart: false, crashes: 3 });
  });

  it('fails with the reason if the backstage cannot start, without retrying', async () => {
    const problem: Problem = { code: 'storage.unwritable', params: { path: '/data' } };
    const { host, states } = setUp(problem);
    host.start();
    await expect.poll(() => host.state).toEqual({ state: 'failed', crashes: 0, problem });
    expect(states).toEqual(['starting', 'failed']);
  });

  it('reports when a show begins and ends, also after a restart', async () => {
    const { host, ready, crash, runTimers, opened } = setUp();
    const reported: boolean[] = [];
    host.onBusy((busy) => reported.push(busy));
    host.start();
    await ready();
    opened[0]?.busy(true);
    await expect.poll(() => host.busy).toBe(true);
    crash();
    expect(host.busy).toBe(true);
    runTimers();
    await ready();
    expect(reported).toEqual([true, false]);
  });

  it('closes the backstage before the app ends', async () => {
    const { host, ready, opened } = setUp();
    host.start();
    await ready();
    await host.close();
    expect(opened[0]?.closed).toBe(true);
    expect(host.state.state).toBe('closed');
  });
});

describe('window clients', () => {
  it('report the backlog of a slow window until it has acknowledged its pushes', async () => {
    const { host, ready, opened } = setUp();
    host.start();
    await ready();
    const sent: unknown[] = [];
    const clients = new WindowClients(host);
    const contents = {
      id: 3,
      send: (_channel: string, ...args: unknown[]) => sent.push(...args),
      isDestroyed: () => false,
    };
    expect(clients.open(contents, 'main')).toBe(true);
    await expect.poll(() => sent.length).toBe(1);
    const input = { kind: 'clock', at: 1 } as const;
    const inputs = Array.from({ length: 2000 }, (_, index) => ({ seq: index + 1, input }));
    opened[0]?.push({ push: 'inputs', showId: 's', inputs });
    await expect.poll(() => opened[0]?.backlogs.at(-1)).toBeGreaterThan(500_000);
    clients.acknowledge(3, 2);
    await expect.poll(() => opened[0]?.backlogs.at(-1)).toBe(0);
    clients.leave(3);
    expect(await clients.request(3, { id: 9, call: 'show.list', args: {} })).toMatchObject({
      id: 9,
      ok: false,
    });
  });
});
