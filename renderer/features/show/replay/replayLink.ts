import { Listeners } from '#renderer/data/platform/listeners.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import type { CallArgs, CallName, CallResult, Push, StoredInput } from '#shared/contract/backstage.ts';
import { calls, PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { packSnapshot, serialise } from '#shared/game/serialise.ts';

import type { GameState } from '#shared/game/state.ts';
import type { ReplayLedger } from './replayState.ts';

/** The show and its state at the shown moment. */
export interface ReplayedShow {
  showId: string;
  state: GameState;
  ledger: ReplayLedger;
}

type Handlers = { [N in CallName]?: (args: CallArgs<N>) => CallResult<N> | Promise<CallResult<N>> };

/**
 * A link to a simulated backstage that serves a replayed show. It pushes inputs as if they happened now and rejects
 * every call that would change something.
 */
export class ReplayLink implements BackstageLink {
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #handlers: Handlers;
  #state: LinkState = { phase: 'connecting' };

  /** `live` answers calls for pictures; all other calls are answered from the replayed show. */
  constructor(current: () => ReplayedShow, live: Pick<BackstageLink, 'call'>) {
    this.#handlers = {
      'show.subscribe': () => {
        const { showId, state } = current();
        return { showId, snapshot: packSnapshot(serialise(state)), inputs: [], seq: state.seq };
      },
      'ledger.page': ({ filter, before, limit }) => {
        const { ledger, state } = current();
        return ledger.page(filter, before, limit, state.seq);
      },
      'pictures.read': (args) => live.call('pictures.read', args),
    };
  }

  get state(): LinkState {
    return this.#state;
  }

  /** @throws RingsideError replay.readOnly */
  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    const handler = this.#handlers[name];
    if (handler === undefined || !Object.hasOwn(calls, name)) throw new RingsideError('replay.readOnly');
    return handler(args);
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {}

  reconnect(): void {}

  close(): void {
    this.#set({ phase: 'connecting' });
  }

  /** Makes the screens load the show again, after a seek. */
  reload(): void {
    this.#set({ phase: 'connecting' });
    this.#set({ phase: 'open' });
  }

  /** Sets the clock of the screens (ms). */
  pushTime(now: number): void {
    this.#pushes.notify({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'replay', now });
  }

  pushInputs(showId: string, inputs: StoredInput[]): void {
    if (inputs.length > 0) this.#pushes.notify({ push: 'inputs', showId, inputs });
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#states.notify(state);
  }
}
