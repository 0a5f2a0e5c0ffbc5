import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';

/** Timers, sockets and promises keep the guard of the code that made them. */
const current = new AsyncLocalStorage<Guard>();

/**
 * Tells faults of one host's backstage from those of the others and of the server. Whatever calls into a backstage
 * goes through its guard; what the backstage starts by itself later belongs to the same guard.
 */
export class Guard {
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Runs something; what it throws is a fault of the backstage, and `otherwise` is the result. */
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

/** A backstage whose every entry goes through a guard. */
export interface GuardedBackstage extends Backstage {
  /** Lets go of everything without writing, and closes the sockets of all who are joined. */
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
 * Hands what nothing else catches to the guard that it belongs to, and to `lastResort` where there is none. Returns a
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
