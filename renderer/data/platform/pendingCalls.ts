import { type CallName, type CallResult, calls, responseSchema } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** A call that is sent to the backstage. Its response has the same id. */
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

/** Matches responses to calls by request id. Every transport uses it. */
export class PendingCalls {
  readonly #pending = new Map<number, Pending>();
  /** Queued requests while sending is paused; null otherwise. */
  #queue: (() => void)[] | null = null;
  #lastId = 0;

  /**
   * Registers a call and passes its request to `send`, or queues it while paused. The promise settles with `settle` or
   * `rejectAll`.
   */
  call<N extends CallName>(
    name: N,
    args: unknown,
    send: (request: CallRequest<N>) => void,
  ): Promise<CallResult<N>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<CallResult<N>>((resolve, reject) => {
      this.#pending.set(id, {
        name,
        resolve: (result) => {
          const parsed = parseResult(name, result);
          if (parsed === null) reject(new RingsideError('internal'));
          else resolve(parsed);
        },
        reject,
      });
      const sendRequest = () => send({ id, call: name, args });
      if (this.#queue === null) sendRequest();
      else this.#queue.push(sendRequest);
    });
  }

  /** Queues the requests of later calls until `resume`. */
  pause(): void {
    this.#queue ??= [];
  }

  /** Sends the queued requests and stops queueing. */
  resume(): void {
    const queued = this.#queue ?? [];
    this.#queue = null;
    for (const sendRequest of queued) sendRequest();
  }

  /** Settles the call of a response. Returns false if the message is not a response. */
  settle(message: unknown): boolean {
    const response = responseSchema.safeParse(message);
    if (!response.success) return false;
    const pending = this.#pending.get(response.data.id);
    if (pending === undefined) return true;
    this.#pending.delete(response.data.id);
    if (response.data.ok) pending.resolve(response.data.result);
    else pending.reject(new RingsideError(response.data.problem.code, response.data.problem.params));
    return true;
  }

  /** Rejects all calls, sent or queued, with `connection.lost`. */
  rejectAll(): void {
    if (this.#queue !== null) this.#queue = [];
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of all) pending.reject(new RingsideError('connection.lost'));
  }
}

function parseResult<N extends CallName>(name: N, result: unknown): CallResult<N> | null {
  const parsed = calls[name].result.safeParse(result);
  return parsed.success ? (parsed.data as CallResult<N>) : null;
}
