import type { CallArgs, CallName, CallResult } from '#shared/contract/backstage.ts';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';

/** Longer than a lease, on a busy machine (ms). */
const ANSWERS_WITHIN = 120_000;
/** Another server has the show, or it moves to another one. */
const AWAY: readonly ErrorCode[] = ['connection.lost', 'cluster.otherServer', 'cluster.unreachable'];

/** A signed-in operator, who works over the API faster than a person and connects again as the tool does. */
export class Operator {
  readonly #token: string;
  /** The address of a server that answers. */
  readonly #url: () => string;
  #screen: ScreenClient | null = null;

  constructor(token: string, url: () => string) {
    this.#token = token;
    this.#url = url;
  }

  /** Repeats the call until a server answers. */
  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    let answer: { result: CallResult<N> } | null = null;
    let problem: unknown;
    const isAnswered = async () => {
      try {
        this.#screen ??= await joinAsScreen(this.#url(), { token: this.#token });
        answer = { result: await this.#screen.call(name, args) };
        return true;
      } catch (error) {
        if (error instanceof RingsideError && !AWAY.includes(error.problem.code)) throw error;
        problem = error;
        this.close();
        return false;
      }
    };
    await until(isAnswered, () => `an answer to ${name}, not ${String(problem)}`, ANSWERS_WITHIN);
    if (answer === null) throw new Error(`there is no answer to ${name}`);
    return (answer as { result: CallResult<N> }).result;
  }

  close(): void {
    this.#screen?.close();
    this.#screen = null;
  }
}
