import { Listeners } from '#renderer/data/platform/listeners.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import type { CallArgs, CallName, CallResult, Push, StoredInput } from '#shared/contract/backstage.ts';
import { calls, PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { packSnapshot } from '#shared/game/sentSnapshot.ts';
import { serialise } from '#shared/game/serialise.ts';
import type { GameState } from '#shared/game/state.ts';
import type { ReplayLedger } from './replayLedger.ts';

/** What is played at the moment. */
export interface Played {
  showId: string;
  state: GameState;
  ledger: ReplayLedger;
}

type Answers = { [N in CallName]?: (args: CallArgs<N>) => CallResult<N> | Promise<CallResult<N>> };

/**
 * Stands in a backstage's place for the screens of a show that is played again: it tells them inputs as if they
 * came just now, and refuses whatever would change something.
 */
export class ReplayLink implements BackstageLink {
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #answers: Answers;
  #state: LinkState = { phase: 'connecting' };

  /** `live` is asked for pictures; everything else is answered from what is played. */
  constructor(played: () => Played, live: Pick<BackstageLink, 'call'>) {
    this.#answers = {
      'show.subscribe': () => {
        const { showId, state } = played();
        return { showId, snapshot: packSnapshot(serialise(state)), inputs: [], seq: state.seq };
      },
      'ledger.page': ({ filter, before, limit }) => {
        const { ledger, state } = played();
        return ledger.page(filter, before, limit, state.seq);
      },
      'pictures.read': (args) => live.call('pictures.read', args),
    };
  }

  get state(): LinkState {
    return this.#state;
  }

  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    const answer = this.#answers[name];
    if (answer === undefined || !Object.hasOwn(calls, name)) throw new RingsideError('replay.readOnly');
    return answer(args);
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {}

  rejoin(): void {}

  close(): void {
    this.#set({ phase: 'connecting' });
  }

  /** The screens look at another moment: everything is read anew. */
  jump(): void {
    this.#set({ phase: 'connecting' });
    this.#set({ phase: 'open' });
  }

  /** The screens' clock stands at this moment (ms). */
  tellTime(now: number): void {
    this.#pushes.tell({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'replay', now });
  }

  tellInputs(showId: string, inputs: StoredInput[]): void {
    if (inputs.length > 0) this.#pushes.tell({ push: 'inputs', showId, inputs });
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}
