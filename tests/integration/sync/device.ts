import { TransportError } from '#renderer/data/api/apiError.ts';
import { type ApiClient, createApiClient } from '#renderer/data/api/client.ts';
import { createSession, type Session } from '#renderer/data/session/accountSession.ts';
import { createSessionStore } from '#renderer/data/session/sessionStore.ts';
import { ShowEngine } from '#renderer/data/show/engine.ts';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { createSync, type Sync } from '#renderer/data/sync/createSync.ts';
import type { SyncConflict } from '#renderer/data/sync/syncCache.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { backstage } from '#tests/integration/backstage/setup.ts';
import type { TestServer } from '#tests/integration/server/support/harness.ts';
import { HandTimers } from '#tests/unit/renderer/handTimers.ts';
import { InProcessLink } from './inProcessLink.ts';
import { memoryStorage } from './memoryStorage.ts';

type Opened = Awaited<ReturnType<typeof backstage>>;

/** A host's device with its own backstage, signed in at a server. */
export class Device {
  readonly sync: Sync;
  readonly session: Session;
  readonly conflicts: SyncConflict[] = [];
  /** Whether the server is unreachable from this device. */
  offline = false;
  readonly link: InProcessLink;
  readonly engine: ShowEngine;
  readonly #timers = new HandTimers();

  private constructor(server: TestServer, token: string, link: InProcessLink, name: string) {
    this.link = link;
    const client = createApiClient({
      baseUrl: `${server.url}/api`,
      token: () => this.session.store.getState().token,
      language: () => 'en',
      timeZone: () => 'Asia/Tokyo',
      show: () => {},
      onSignedOut: () => this.session.forget(),
      wait: async () => {},
    });
    const api: ApiClient = {
      call: async (call, input, options) => {
        if (this.offline) throw new TransportError({ key: 'web.unreachable' });
        return client.call(call, input, options);
      },
      download: client.download,
    };
    this.session = createSession(createSessionStore(memoryStorage({ TOKEN: token })), api);
    this.engine = new ShowEngine({
      link,
      now: this.#timers.now,
      nextFrame: (task) => queueMicrotask(task),
      after: (ms, task) => this.#timers.after(ms, task),
    });
    this.sync = createSync({
      api,
      link,
      engine: this.engine,
      session: this.session,
      settings: createSettingsStore(memoryStorage()),
      storage: memoryStorage(),
      timers: this.#timers,
      clock: () => Date.now(),
      server: async () => '',
      device: name,
      withLock: (run) => run(),
      onOnline: () => () => {},
      onConflict: (both) => this.conflicts.push(both),
    });
  }

  /** Opens a device together with a screen of its backstage. */
  static async open(
    server: TestServer,
    token: string,
    name: string,
    opened?: Opened,
  ): Promise<Device & { screen: Opened['screen'] }> {
    const own = opened ?? (await backstage());
    const device = new Device(server, token, new InProcessLink(own), name);
    await device.settled();
    return Object.assign(device, { screen: own.screen });
  }

  /** Waits until the screen's state meets the condition. */
  async until(met: () => boolean): Promise<void> {
    while (!met()) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Runs all due timers, and waits until no request is pending. */
  async settled(): Promise<void> {
    let idle = false;
    const leave = this.sync.store.subscribe(({ phase }, before) => {
      if (before.phase === 'working' && phase !== 'working') idle = true;
    });
    this.sync.now();
    while (!idle) {
      this.#timers.pass(2_000);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    leave();
  }

  async presets(): Promise<readonly Preset[]> {
    return (await this.link.call('presets.list', {})).presets;
  }

  async names(): Promise<string[]> {
    return (await this.presets()).map(({ name }) => name).sort();
  }

  get state() {
    return this.sync.store.getState();
  }
}
