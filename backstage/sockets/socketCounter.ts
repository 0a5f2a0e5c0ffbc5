/** Counts the sockets of each owner against a limit. */
export class SocketCounter<Owner> {
  readonly #taken = new Map<Owner, number>();

  /** Counts one more socket. Returns the function that releases it, or null at the limit. */
  acquire(owner: Owner, most: number): (() => void) | null {
    const taken = this.#taken.get(owner) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(owner, taken + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = (this.#taken.get(owner) ?? 1) - 1;
      if (rest === 0) this.#taken.delete(owner);
      else this.#taken.set(owner, rest);
    };
  }
}
