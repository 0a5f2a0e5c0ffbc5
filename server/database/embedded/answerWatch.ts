/** Notices when what was asked is not answered in time. Answers come in the order of the questions. */
export class AnswerWatch {
  readonly #withinMs: number;
  readonly #onSilence: () => void;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(withinMs: number, onSilence: () => void) {
    this.#withinMs = withinMs;
    this.#onSilence = onSilence;
  }

  asked(): void {
    this.#waiting += 1;
    this.#timer ??= setTimeout(this.#onSilence, this.#withinMs).unref();
  }

  answered(): void {
    this.#waiting -= 1;
    this.stop();
    if (this.#waiting > 0) this.#timer = setTimeout(this.#onSilence, this.#withinMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
