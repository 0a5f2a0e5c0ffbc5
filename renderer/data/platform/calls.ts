import { type CallName, type CallResult, calls, responseSchema } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** A call on its way to the backstage; its answer has the same id. */
export interface CallRequest<N extends CallName = CallName> {
  id: number;
  call: N;
  args: unknown;
}

interface Pending {
  name: CallName;
  resolve(result: unknown): void;
  reject(error: RingsideError): void;
}

/** Calls that wait for their answer, by request id; the same for every transport. */
export class PendingCalls {
  readonly #waiting = new Map<number, Pending>();
  /** What was asked while nothing can be sent yet: a host may be faster than the link. Null once it is open. */
  #unsent: (() => void)[] | null = null;
  #lastId = 0;

  /** Registers a call and hands its request to `send`; the promise settles by `answer` or `rejectAll`. */
  ask<N extends CallName>(
    name: N,
    args: unknown,
    send: (request: CallRequest<N>) => void,
  ): Promise<CallResult<N>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<CallResult<N>>((resolve, reject) => {
      this.#waiting.set(id, {
        name,
        resolve: (result) => {
          const parsed = parseResult(name, result);
          if (parsed === null) reject(new RingsideError('internal'));
          else resolve(parsed);
        },
        reject,
      });
      const go = () => send({ id, call: name, args });
      if (this.#unsent === null) go();
      else this.#unsent.push(go);
    });
  }

  /** Keeps back what is asked from now on, until `release`. */
  hold(): void {
    this.#unsent ??= [];
  }

  /** Sends what was kept back, and from now on everything at once. */
  release(): void {
    const unsent = this.#unsent ?? [];
    this.#unsent = null;
    for (const go of unsent) go();
  }

  /** Takes a message if it is an answer; false when it is something else. */
  answer(message: unknown): boolean {
    const response = responseSchema.safeParse(message);
    if (!response.success) return false;
    const pending = this.#waiting.get(response.data.id);
    if (pending === undefined) return true;
    this.#waiting.delete(response.data.id);
    if (response.data.ok) pending.resolve(response.data.result);
    else pending.reject(new RingsideError(response.data.problem.code, response.data.problem.params));
    return true;
  }

  /** Gives up everything that waits, sent or not. */
  rejectAll(): void {
    if (this.#unsent !== null) this.#unsent = [];
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const pending of all) pending.reject(new RingsideError('connection.lost'));
  }
}

function parseResult<N extends CallName>(name: N, result: unknown): CallResult<N> | null {
  const parsed = calls[name].result.safeParse(result);
  return parsed.success ? (parsed.data as CallResult<N>) : null;
}
