import type { Backstage, BackstageClient } from '#backstage/api.ts';
import { Listeners } from '#renderer/data/platform/listeners.ts';
import { PendingCalls } from '#renderer/data/platform/pendingCalls.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';

/** A link to a backstage in the same process. Messages are copied as JSON, as on a socket. */
export class InProcessLink implements BackstageLink {
  readonly state: LinkState = { phase: 'open' };
  readonly #pending = new PendingCalls();
  readonly #pushes = new Listeners<Push>();
  readonly #client: BackstageClient;

  constructor(backstage: Pick<Backstage, 'connect'>) {
    this.#client = backstage.connect({
      by: 'screen',
      send: (push) => {
        const copy = structuredClone(push);
        queueMicrotask(() => this.#pushes.notify(copy));
      },
    });
  }

  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    return this.#pending.call(name, args, (request) => {
      void this.#client
        .request(JSON.parse(JSON.stringify(request)))
        .then((response) => this.#pending.settle(JSON.parse(JSON.stringify(response))));
    });
  }

  onState(): () => void {
    return () => {};
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {}

  reconnect(): void {}

  close(): void {
    this.#client.close();
  }
}
