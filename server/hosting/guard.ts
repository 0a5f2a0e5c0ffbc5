import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';

/** The guard of the running code. Timers, sockets and promises inherit it from the code that made them. */
const current = new AsyncLocalStorage<Guard>();

/**
 * Attributes faults to the backstage in which they happen. Every call into a backstage goes through its guard, and all
 * work that the backstage starts later inherits the guard.
 */
export class Guard {
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

/** A backstage all of whose methods go through a guard. */
export interface GuardedBackstage extends Backstage {
  /** Drops everything without writing, and closes the sockets of all screens. */
  abandon(): void;
}

const goneClient: BackstageClient = {
  request: async () => ({ id: 0, ok: false, problem: { code: 'connection.lost' } }),
  setBacklog: () => undefined,
  close: () => undefined,
};

export function guardBackstage(backstage: Backstage, guard: Guard): GuardedBackstage {
  const ends = new Set<() => void>();
  const { overlays } = backstage;
  const endpoint: OverlayEndpoint = {
    knows: (token) => guard.attempt(false, () => overlays.knows(token)),
    subscribe: (token, socket) =>
      guard.attempt(null, () => {
        const seat = overlays.subscribe(token, socket);
        return (
          seat && {
            resync: () => guard.attempt(undefined, () => seat.resync()),
            leave: () => guard.attempt(undefined, () => seat.leave()),
          }
        );
      }),
    picture: (name) => guard.attempt(null, () => overlays.picture(name)),
    serveAt: (place, problem) => guard.attempt(undefined, () => overlays.serveAt(place, problem)),
    onLinks: (listener) => guard.run(() => overlays.onLinks(listener)),
  };
  return {
    connect: ({ end = () => undefined, ...screen }) => {
      const client = guard.attempt(null, () => backstage.connect(screen));
      if (client === null) return goneClient;
      ends.add(end);
      return {
        request: (raw) => guard.run(() => client.request(raw)),
        setBacklog: (bytes) => guard.attempt(undefined, () => client.setBacklog(bytes)),
        close: () => {
          ends.delete(end);
          guard.attempt(undefined, () => client.close());
        },
      };
    },
    get busy() {
      return backstage.busy;
    },
    get vitals() {
      return backstage.vitals;
    },
    onBusy: (listener) => backstage.onBusy(listener),
    overlays: endpoint,
    close: () => guard.run(() => backstage.close()),
    abandon: () => {
      guard.run(() => backstage.abandon());
      for (const end of [...ends]) end();
    },
  };
}

/**
 * Passes uncaught errors to the guard of the code that threw them, or to `lastResort` if there is no guard. Returns a
 * function that stops it.
 */
export function catchFaults(lastResort: (error: unknown) => void): () => void {
  const take = (error: unknown) => {
    const guard = current.getStore();
    if (guard === undefined) lastResort(error);
    else current.exit(() => guard.fault(error));
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
  return () => {
    process.off('uncaughtException', take);
    process.off('unhandledRejection', take);
  };
}
