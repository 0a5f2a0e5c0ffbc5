import type { Push } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';

type Notice = Extract<Push, { push: 'notice' }>;

/** What operators must know. Standing notices are kept for screens that come later. */
export class Notices {
  readonly #send: (notice: Notice) => void;
  readonly #standing = new Map<string, Notice>();

  constructor(send: (notice: Notice) => void) {
    this.#send = send;
  }

  get standing(): Notice[] {
    return [...this.#standing.values()];
  }

  /** Holds until the same id is cleared. */
  stand(id: string, severity: Notice['severity'], problem: Problem): void {
    const notice: Notice = { push: 'notice', id, severity, standing: true, problem };
    this.#standing.set(id, notice);
    this.#send(notice);
  }

  clear(id: string): void {
    if (!this.#standing.delete(id)) return;
    this.#send({ push: 'notice', id, severity: 'info', standing: true, problem: null });
  }
}
