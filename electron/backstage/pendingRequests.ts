import type { Response } from '#shared/contract/backstage.ts';

interface PendingRequest {
  id: number;
  resolve(response: Response): void;
}

/**
 * Requests that were sent to the backstage and have no response yet. Each one has a unique ticket, because two windows
 * may use the same request id.
 */
export class PendingRequests {
  readonly #pending = new Map<number, PendingRequest>();
  #lastTicket = 0;

  add(id: number): { ticket: number; response: Promise<Response> } {
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const response = new Promise<Response>((resolve) => {
      this.#pending.set(ticket, { id, resolve });
    });
    return { ticket, response };
  }

  settle(ticket: number, response: Response): void {
    this.#pending.get(ticket)?.resolve(response);
    this.#pending.delete(ticket);
  }

  /** Answers every pending request with `connection.lost`. The backstage may or may not have run them. */
  failAll(): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { id, resolve } of all) resolve({ id, ok: false, problem: { code: 'connection.lost' } });
  }
}
