import {
  type CallArgs,
  type CallName,
  type CallResult,
  type Push,
  pushSchema,
} from '#shared/contract/backstage.ts';
import { BRIDGE_KEY, type DesktopBridge } from '#shared/contract/desktop.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { Listeners } from './listeners.ts';
import { type CallRequest, PendingCalls } from './pendingCalls.ts';
import type { BackstageLink, LinkState, Platform } from './platform.ts';

/** Returns the bridge to the desktop app; null in a browser. */
export function findBridge(): DesktopBridge | null {
  return window[BRIDGE_KEY] ?? null;
}

/** Creates the platform of the desktop app, whose backstage is reached over the bridge. */
export function desktopPlatform(bridge: DesktopBridge): Platform {
  return {
    kind: 'desktop',
    link: () => new DesktopLink(bridge),
    reload: () => window.location.reload(),
    update: {
      kind: 'desktop',
      getUpdate: bridge.getUpdate,
      checkUpdate: bridge.checkUpdate,
      installUpdate: bridge.installUpdate,
      onUpdate: bridge.onUpdate,
    },
    clearCache: async () => {
      const answer = await bridge.clearCache({});
      if (!answer.ok) throw new RingsideError(answer.problem.code, answer.problem.params);
      return answer.result.freedBytes;
    },
    obs: {
      load: async () => {
        const answer = await bridge.getObs({});
        return answer.ok ? answer.result : defaultObsSettings;
      },
      save: async (settings) => {
        await bridge.saveObs(settings);
      },
    },
    app: bridge,
  };
}

/** The part of the bridge that transports the backstage's messages. */
export type LinkBridge = Pick<
  DesktopBridge,
  'openBackstage' | 'request' | 'acknowledge' | 'onBackstagePush' | 'onBackstageState'
>;

/**
 * A link to the desktop app's backstage over the bridge of the preload script. After a crash, the main process restarts
 * the backstage and reports when it is ready; the link then reconnects.
 */
export class DesktopLink implements BackstageLink {
  readonly #bridge: LinkBridge;
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #pending = new PendingCalls();
  readonly #unsubscribe: (() => void)[];
  #state: LinkState = { phase: 'connecting' };
  #attempt = 0;
  #joining = false;
  #tryAgain = false;
  #closed = false;

  constructor(bridge: LinkBridge) {
    this.#bridge = bridge;
    this.#pending.pause();
    this.#unsubscribe = [
      bridge.onBackstagePush(({ number, push }) => this.#receive(number, push)),
      bridge.onBackstageState(({ state }) => {
        if (state === 'ready') void this.#join();
        // While the backstage starts for the first time, the link is connecting and not lost.
        else if (state !== 'starting' || this.#state.phase === 'open') this.#lose();
      }),
    ];
    void this.#join();
  }

  get state(): LinkState {
    return this.#state;
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    if (this.#closed || this.#state.phase === 'lost')
      return Promise.reject(new RingsideError('connection.lost'));
    return this.#pending.call(name, args, (request) => void this.#send(request));
  }

  retryNow(): void {
    if (this.#state.phase === 'lost') void this.#join();
  }

  reconnect(): void {
    // Does nothing: the desktop has one backstage for all accounts.
  }

  close(): void {
    this.#closed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#pending.rejectAll();
  }

  async #join(): Promise<void> {
    // The backstage may become ready while an earlier attempt is pending. Remember to try again if that one fails.
    this.#tryAgain = true;
    if (this.#joining) return;
    this.#joining = true;
    let joined = false;
    while (this.#tryAgain && !joined && !this.#closed) {
      this.#tryAgain = false;
      joined = await this.#tryJoin();
    }
    this.#joining = false;
    if (!joined || this.#closed) return;
    this.#attempt = 0;
    this.#setState({ phase: 'open' });
    this.#pending.resume();
  }

  /** Returns false while the backstage is starting. A state change reports when it is ready. */
  async #tryJoin(): Promise<boolean> {
    try {
      const answer = await this.#bridge.openBackstage({});
      return answer.ok && answer.result.joined;
    } catch {
      return false;
    }
  }

  async #send(request: CallRequest): Promise<void> {
    const { id } = request;
    try {
      const answer = await this.#bridge.request(request);
      this.#pending.settle(answer.ok ? answer.result : { id, ok: false, problem: answer.problem });
    } catch {
      // The request could not be cloned, so it was not sent.
      this.#pending.settle({ id, ok: false, problem: { code: 'invalid' } });
    }
  }

  #receive(number: number, raw: unknown): void {
    // Ignore an invalid push: a missing input shows as a gap in the sequence and is requested again.
    const push = pushSchema.safeParse(raw);
    if (push.success) this.#pushes.notify(push.data);
    void this.#bridge.acknowledge({ number });
  }

  #lose(): void {
    if (this.#state.phase !== 'lost') this.#attempt += 1;
    this.#setState({ phase: 'lost', retryAt: null, attempt: this.#attempt });
    this.#pending.rejectAll();
    this.#pending.pause();
  }

  #setState(state: LinkState): void {
    this.#state = state;
    this.#states.notify(state);
  }
}
