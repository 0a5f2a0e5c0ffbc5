import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';
import type { RemoteAccess, RemoteEndpoint } from '#backstage/remote/remoteEndpoint.ts';

/** The boundary of the running code. Timers, sockets and promises inherit it from the code that made them. */
const current = new AsyncLocalStorage<FaultBoundary>();

/**
 * Attributes faults to the backstage in which they happen. Every call into a backstage runs inside its boundary, and
 * all work that the backstage starts later inherits the boundary.
 */
export class FaultBoundary {
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Runs `work`. If it throws, reports a fault of the backstage and returns `otherwise`. */
  attempt<T>(otherwise: T, work: () => T): T {
    return this.run(() => {
      try {
        return work();
      } catch (error) {
        this.fault(error);
        return otherwise;
      }
    });
  }

  fault(error: unknown): void {
    this.#onFault(error);
  }
}

/** A backstage whose methods run inside a fault boundary. */
export interface GuardedBackstage extends Backstage {
  /** Closes the sockets of all screens, too. */
  disconnect(): void;
  /** Drops everything without writing, and closes the sockets of all screens. */
  abandon(): void;
}

const closedClient: BackstageClient = {
  request: async () => ({ id: 0, ok: false, problem: { code: 'connection.lost' } }),
  setBacklog: () => undefined,
  close: () => undefined,
};

/** Wraps a backstage so that all its methods run inside `boundary`. */
export function guardBackstage(backstage: Backstage, boundary: FaultBoundary): GuardedBackstage {
  const ends = new Set<() => void>();
  const { overlays } = backstage;
  const endpoint: OverlayEndpoint = {
    knows: (token) => boundary.attempt(false, () => overlays.knows(token)),
    subscribe: (token, socket) =>
      boundary.attempt(null, () => {
        const subscription = overlays.subscribe(token, socket);
        return (
          subscription && {
            resync: () => boundary.attempt(undefined, () => subscription.resync()),
            leave: () => boundary.attempt(undefined, () => subscription.leave()),
          }
        );
      }),
    picture: (name) => boundary.attempt(null, () => overlays.picture(name)),
    serveAt: (place, problem) => boundary.attempt(undefined, () => overlays.serveAt(place, problem)),
    onLinks: (listener) => boundary.run(() => overlays.onLinks(listener)),
  };
  return {
    connect: ({ end = () => undefined, ...screen }) => {
      const client = boundary.attempt(null, () => backstage.connect(screen));
      if (client === null) return closedClient;
      ends.add(end);
      return {
        request: (raw) => boundary.run(() => client.request(raw)),
        setBacklog: (bytes) => boundary.attempt(undefined, () => client.setBacklog(bytes)),
        close: () => {
          ends.delete(end);
          boundary.attempt(undefined, () => client.close());
        },
      };
    },
    get busy() {
      return backstage.busy;
    },
    get vitals() {
      return backstage.vitals;
    },
    get liveRoom() {
      return backstage.liveRoom;
    },
    onBusy: (listener) => backstage.onBusy(listener),
    overlays: endpoint,
    remote: guardRemote(backstage.remote, boundary),
    disconnect: () => {
      boundary.attempt(undefined, () => backstage.disconnect());
      for (const end of [...ends]) end();
    },
    close: async () => {
      await boundary.run(() => backstage.close());
      // The host may move to another server, while this one goes on and would keep the sockets of the screens open.
      for (const end of [...ends]) end();
    },
    abandon: () => {
      boundary.run(() => backstage.abandon());
      for (const end of [...ends]) end();
    },
  };
}

function guardRemote(remote: RemoteEndpoint, boundary: FaultBoundary): RemoteEndpoint {
  const guard = ({ id, state, act, watch }: RemoteAccess): RemoteAccess => ({
    id,
    state: () => boundary.run(state),
    act: (request) => boundary.run(() => act(request)),
    watch: (peer) => {
      const { resync, leave } = boundary.run(() => watch(peer));
      return { resync: () => boundary.run(resync), leave: () => boundary.run(leave) };
    },
  });
  return {
    admit: (token) =>
      boundary.attempt(null, () => {
        const access = remote.admit(token);
        return access === null ? null : guard(access);
      }),
    serveAt: (url) => boundary.attempt(undefined, () => remote.serveAt(url)),
    onTokens: (listener) => boundary.run(() => remote.onTokens(listener)),
  };
}

/**
 * Passes each uncaught error to the fault boundary of the code that threw it, or to `lastResort` if there is none.
 * Returns a function that stops it.
 */
export function catchFaults(lastResort: (error: unknown) => void): () => void {
  const take = (error: unknown) => {
    const boundary = current.getStore();
    if (boundary === undefined) lastResort(error);
    else current.exit(() => boundary.fault(error));
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
  return () => {
    process.off('uncaughtException', take);
    process.off('unhandledRejection', take);
  };
}
