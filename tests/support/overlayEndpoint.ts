import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import type { OverlayEndpoint, OverlaySocket, Picture } from '#backstage/overlay/overlayEndpoint.ts';
import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { apply, diff } from '#shared/overlay/change.ts';
import { temporaryFolder } from './ringside.ts';

/** An overlay hub with real sockets and pages whose state the test sets. */
export interface OverlayDesk {
  url: string;
  /** Number of connected pages. */
  readonly open: number;
  /** Number of snapshots that pages requested. */
  readonly resyncs: number;
  options(options: WidgetOptions): void;
  /** Sends a change of the state, and returns its number; `lost` skips a revision before it. */
  show(state: Partial<OverlayState>, lost?: boolean): number;
  moment(moment: OverlayMoment): void;
  /** Sends a raw message. */
  say(text: string): void;
  /** Announces a newer version of the hub to all pages. */
  outdate(): void;
  /** Makes the token invalid. */
  revoke(): void;
  restore(): void;
  /** Drops all connections. */
  cut(): void;
  /** Stops serving; `start` continues on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const TOKEN = 'a-token-of-a-test-with-32-characters';

export async function openOverlayDesk(
  pagesDir: string,
  first: {
    options: WidgetOptions;
    state: Partial<OverlayState>;
    /** The pictures and packs of the host by id. */
    pictures?: ReadonlyMap<string, Picture>;
  },
): Promise<OverlayDesk> {
  let { options, state } = first;
  let revision = 1;
  let known = true;
  let resyncs = 0;
  let port = 0;
  let loopback: Loopback | null = null;
  const sockets = new Set<OverlaySocket>();
  const dataDir = temporaryFolder();
  let served: (url: string) => void = () => {};

  const tell = (socket: OverlaySocket, message: ToOverlay) => socket.send(JSON.stringify(message));
  const snapshot = (socket: OverlaySocket) =>
    tell(socket, { type: 'snapshot', options, revision, seq: revision, now: Date.now(), state });
  const all = (message: ToOverlay) => {
    for (const socket of sockets) tell(socket, message);
  };
  const endpoint: OverlayEndpoint = {
    knows: (token) => known && token === TOKEN,
    subscribe: (token, socket) => {
      if (!known || token !== TOKEN) return null;
      sockets.add(socket);
      snapshot(socket);
      return {
        resync: () => {
          resyncs += 1;
          snapshot(socket);
        },
        leave: () => sockets.delete(socket),
      };
    },
    picture: (id) => first.pictures?.get(id) ?? null,
    serveAt: (place) => {
      if (place !== null) served(place.url(TOKEN));
    },
    onLinks: () => () => {},
  };
  const start = async (): Promise<string> => {
    const url = new Promise<string>((resolve) => {
      served = resolve;
    });
    loopback = openLoopback({ endpoint, dataDir, pagesDir, firstPort: port, log: () => {} });
    return url;
  };
  const url = await start();
  port = Number(new URL(url).port);

  return {
    url,
    get open() {
      return sockets.size;
    },
    get resyncs() {
      return resyncs;
    },
    options: (next) => {
      options = next;
      all({ type: 'options', options });
    },
    show: (next, lost = false) => {
      const change = diff(state, { ...state, ...next });
      state = apply({ ...state, ...next }, {});
      const from = lost ? revision + 1 : revision;
      revision = from + 1;
      all({ type: 'change', from, revision, seq: revision, now: Date.now(), change });
      return revision;
    },
    moment: (moment) => all({ type: 'moments', moments: [moment] }),
    say: (text) => {
      for (const socket of sockets) socket.send(text);
    },
    outdate: () => all({ type: 'refused', reason: 'protocol' }),
    revoke: () => {
      known = false;
      all({ type: 'refused', reason: 'token' });
      for (const socket of sockets) socket.close();
    },
    restore: () => {
      known = true;
    },
    cut: () => {
      for (const socket of sockets) socket.drop();
    },
    stop: async () => {
      await loopback?.close();
      loopback = null;
    },
    start: async () => {
      await start();
    },
    close: async () => {
      await loopback?.close();
    },
  };
}
