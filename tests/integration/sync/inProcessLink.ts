import type { Backstage, BackstageClient } from '#backstage/api.ts';
import { PendingCalls } from '#renderer/data/platform/calls.ts';
import { Listeners } from '#renderer/data/platform/listeners.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';

/** The link of a screen to a backstage in the same process: what is said crosses as JSON, as on every other way. */
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
        queueMicrotask(() => this.#pushes.tell(copy));
      },
    });
  }

  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    return this.#pending.ask(name, args, (request) => {
      void this.#client
        .request(JSON.parse(JSON.stringify(request)))
        .then((response) => this.#pending.answer(JSON.parse(JSON.stringify(response))));
    });
  }

  onState(): () => void {
    return () => {};
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {}

  rejoin(): void {}

  close(): void {
    this.#client.close();
  }
}
