import type { BackstageLink } from '../platform/platform.ts';

/** The maximum number of pictures in one call. */
const BATCH_SIZE = 20;

/** Cache of the pictures that screens show. Fetches each picture from the backstage once, in batches. */
export class Pictures {
  readonly #link: Pick<BackstageLink, 'call' | 'state' | 'onState'>;
  readonly #listeners = new Set<() => void>();
  /** `data:` URLs by id; '' for a picture that does not exist. */
  readonly #known = new Map<string, string>();
  readonly #wanted = new Set<string>();
  #loading = false;

  constructor(link: Pick<BackstageLink, 'call' | 'state' | 'onState'>) {
    this.#link = link;
    link.onState((state) => {
      if (state.phase === 'open') void this.#load();
    });
  }

  /** Returns the picture's `data:` URL; '' while it loads or if it does not exist. */
  get(id: string): string {
    return this.#known.get(id) ?? '';
  }

  /** Requests a picture that is not cached. */
  want(id: string): void {
    if (id === '' || this.#known.has(id) || this.#wanted.has(id)) return;
    this.#wanted.add(id);
    // Collect the requests of one render into a batch.
    queueMicrotask(() => void this.#load());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  async #load(): Promise<void> {
    if (this.#loading || this.#wanted.size === 0 || this.#link.state.phase !== 'open') return;
    this.#loading = true;
    const ids = [...this.#wanted].slice(0, BATCH_SIZE);
    let succeeded = false;
    try {
      const { pictures } = await this.#link.call('pictures.read', { pictures: ids });
      for (const { id, data } of pictures) this.#known.set(id, data);
      for (const id of ids) this.#wanted.delete(id);
      succeeded = true;
    } catch {
      // The link is lost: the request is repeated when the link is open again.
    } finally {
      this.#loading = false;
    }
    if (!succeeded) return;
    for (const listener of this.#listeners) listener();
    void this.#load();
  }
}
