/** Promises of the events that tests wait for, so that no test has to poll. */
export class Milestones {
  readonly #finished = Promise.withResolvers<void>();
  readonly #settled = Promise.withResolvers<void>();
  #isFinished = false;
  #entries = 0;
  #waitForEntry: { times: number; resolve: () => void }[] = [];
  #waitForAcks: (() => void)[] = [];

  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  finish(unacked: number): void {
    this.#isFinished = true;
    this.#finished.resolve();
    this.acknowledge(unacked);
  }

  acknowledge(unacked: number): void {
    if (unacked > 0) return;
    for (const resolve of this.#waitForAcks.splice(0)) resolve();
    if (this.#isFinished) this.#settled.resolve();
  }

  enter(): void {
    this.#entries++;
    const reached = this.#waitForEntry.filter(({ times }) => times <= this.#entries);
    this.#waitForEntry = this.#waitForEntry.filter(({ times }) => times > this.#entries);
    for (const { resolve } of reached) resolve();
  }

  entered(times: number): Promise<void> {
    if (this.#entries >= times) return Promise.resolve();
    return new Promise((resolve) => this.#waitForEntry.push({ times, resolve }));
  }

  allAcked(unacked: number): Promise<void> {
    if (unacked === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waitForAcks.push(resolve));
  }
}
