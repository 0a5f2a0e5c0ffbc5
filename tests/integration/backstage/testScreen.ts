import type { z } from 'zod';
import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import { calls } from '#shared/contract/backstage.ts';
import type { Connection } from '#shared/contract/connection.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { restore, unpackSnapshot } from '#shared/game/serialise.ts';

const results: { [N in CallName]: { result: z.ZodType<CallResult<N>> } } = calls;

/** A screen without a display: it subscribes, folds pushed inputs, and subscribes again after a gap. */
export class TestScreen {
  readonly pushes: Push[] = [];
  /** Number of received snapshots. */
  snapshots = 0;
  state: GameState = createState();
  showId: string | null = null;
  connection: Connection | null = null;
  readonly notices = new Map<string, Problem>();
  readonly #client: BackstageClient;
  #nextId = 1;
  #subscribing = false;
  #waiting: { met: () => boolean; resolve: () => void }[] = [];

  constructor(backstage: Pick<Backstage, 'connect'>, by = 'test') {
    this.#client = backstage.connect({ by, send: (push) => this.#take(push) });
  }

  /** Makes a call. Rejects with a RingsideError if the call is refused. */
  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    const id = this.#nextId++;
    const response = await this.#client.request({ id, call: name, args });
    if (!response.ok) throw new RingsideError(response.problem.code, response.problem.params);
    return results[name].result.parse(response.result);
  }

  /** Makes a call and returns the error code, or 'ok'. */
  async refusal<N extends CallName>(name: N, args: CallArgs<N>): Promise<string> {
    const id = this.#nextId++;
    const response = await this.#client.request({ id, call: name, args });
    return response.ok ? 'ok' : response.problem.code;
  }

  request(raw: unknown) {
    return this.#client.request(raw);
  }

  setBacklog(bytes: number): void {
    this.#client.setBacklog(bytes);
  }

  async subscribe(): Promise<void> {
    this.#subscribing = true;
    const answer = await this.call('show.subscribe', {
      ...(this.showId === null ? {} : { showId: this.showId, from: this.state.seq }),
    });
    this.#subscribing = false;
    this.showId = answer.showId;
    if (answer.snapshot !== null) {
      this.snapshots += 1;
      this.state = restore(unpackSnapshot(answer.snapshot));
    }
    for (const { seq, input } of answer.inputs) fold(this.state, seq, input);
    this.#look();
  }

  /** Resolves as soon as the condition is true. It is checked after every push. */
  until(met: () => boolean): Promise<void> {
    if (met()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ met, resolve }));
  }

  live(): Promise<void> {
    return this.until(() => this.connection?.phase === 'live');
  }

  votes(target: Target): number {
    return (this.state.targets.get(target)?.votesTenths ?? 0) / 10;
  }

  close(): void {
    this.#client.close();
  }

  #take(push: Push): void {
    this.pushes.push(push);
    if (push.push === 'connection') this.connection = push.connection;
    if (push.push === 'notice') {
      if (push.problem === null) this.notices.delete(push.id);
      else this.notices.set(push.id, push.problem);
    }
    if (push.push === 'show' && push.showId !== this.showId) this.#again();
    if (push.push === 'inputs' && push.showId === this.showId) {
      const [first] = push.inputs;
      if (first !== undefined && first.seq > this.state.seq + 1) this.#again();
      else for (const { seq, input } of push.inputs) fold(this.state, seq, input);
    }
    this.#look();
  }

  #again(): void {
    if (!this.#subscribing) void this.subscribe();
  }

  #look(): void {
    const met = this.#waiting.filter((each) => each.met());
    this.#waiting = this.#waiting.filter((each) => !met.includes(each));
    for (const { resolve } of met) resolve();
  }
}
