import type { Response } from '#shared/contract/backstage.ts';

interface Waiting {
  id: number;
  resolve(response: Response): void;
}

/** Requests on their way to the backstage. Two windows may use the same request id, a ticket is its own. */
export class Tickets {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  open(id: number): { ticket: number; response: Promise<Response> } {
    this.#last += 1;
    const ticket = this.#last;
    const response = new Promise<Response>((resolve) => {
      this.#waiting.set(ticket, { id, resolve });
    });
    return { ticket, response };
  }

  answer(ticket: number, response: Response): void {
    this.#waiting.get(ticket)?.resolve(response);
    this.#waiting.delete(ticket);
  }

  /** Answers all that wait with `connection.lost`: the backstage may have done what they asked or not. */
  loseAll(): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { id, resolve } of all) resolve({ id, ok: false, problem: { code: 'connection.lost' } });
  }
}
