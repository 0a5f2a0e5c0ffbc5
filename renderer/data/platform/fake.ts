import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { Listeners } from './listeners.ts';
import type { BackstageLink, LinkState, Platform } from './platform.ts';

export type FakeAnswers = {
  [N in CallName]?: (args: CallArgs<N>) => CallResult<N> | Promise<CallResult<N>>;
};

/** A fake link. `answers` holds the responses; `asked` records the calls. */
export class FakeLink implements BackstageLink {
  readonly asked: { name: CallName; args: unknown }[] = [];
  readonly answers: FakeAnswers;
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  #state: LinkState = { phase: 'connecting' };

  constructor(answers: FakeAnswers = {}) {
    this.answers = answers;
  }

  get state(): LinkState {
    return this.#state;
  }

  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    this.asked.push({ name, args });
    const answer = this.answers[name];
    if (this.#state.phase !== 'open' || answer === undefined) throw new RingsideError('connection.lost');
    return answer(args);
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  retryNow(): void {
    if (this.#state.phase === 'lost') this.setState({ phase: 'connecting' });
  }

  reconnect(): void {
    this.setState({ phase: 'connecting' });
  }

  close(): void {
    this.setState({ phase: 'lost', retryAt: null, attempt: 0 });
  }

  setState(state: LinkState): void {
    this.#state = state;
    this.#states.notify(state);
  }

  push(push: Push): void {
    this.#pushes.notify(push);
  }
}

/** Creates a platform with a fake link. `reloads` counts the calls of `reload`. */
export function fakePlatform(link: FakeLink): Platform & { readonly reloads: number } {
  let reloads = 0;
  return {
    kind: 'test',
    link: () => link,
    reload: () => {
      reloads += 1;
    },
    update: { kind: 'web', latestBuild: async () => null },
    clearCache: async () => null,
    obs: { load: async () => defaultObsSettings, save: async () => undefined },
    app: null,
    get reloads() {
      return reloads;
    },
  };
}
