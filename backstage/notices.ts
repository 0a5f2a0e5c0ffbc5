import type { Push } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';

type Notice = Extract<Push, { push: 'notice' }>;

/** Sends notices to operators. Standing notices are stored for screens that connect later. */
export class Notices {
  readonly #send: (notice: Notice) => void;
  readonly #standing = new Map<string, Notice>();

  constructor(send: (notice: Notice) => void) {
    this.#send = send;
  }

  get standing(): Notice[] {
    return [...this.#standing.values()];
  }

  /** Shows a notice until the same id is cleared. */
  showStanding(id: string, severity: Notice['severity'], problem: Problem): void {
    const notice: Notice = { push: 'notice', id, severity, standing: true, problem };
    this.#standing.set(id, notice);
    this.#send(notice);
  }

  /** Removes a standing notice. */
  clear(id: string): void {
    if (!this.#standing.delete(id)) return;
    this.#send({ push: 'notice', id, severity: 'info', standing: true, problem: null });
  }
}
