import type { BackstageLink } from '../platform/platform.ts';

/** So many pictures are asked for in one call. */
const AT_ONCE = 20;

/** The pictures that screens show, each fetched from the backstage once. */
export class Pictures {
  readonly #link: Pick<BackstageLink, 'call' | 'state' | 'onState'>;
  readonly #listeners = new Set<() => void>();
  /** `data:` addresses by id; empty for one that there is not. */
  readonly #known = new Map<string, string>();
  readonly #wanted = new Set<string>();
  #asking = false;

  constructor(link: Pick<BackstageLink, 'call' | 'state' | 'onState'>) {
    this.#link = link;
    link.onState((state) => {
      if (state.phase === 'open') void this.#ask();
    });
  }

  /** The picture's `data:` address; empty while it is on its way, and for none. */
  get(id: string): string {
    return this.#known.get(id) ?? '';
  }

  /** Fetches a picture that is not here yet. */
  want(id: string): void {
    if (id === '' || this.#known.has(id) || this.#wanted.has(id)) return;
    this.#wanted.add(id);
    // What a screen wants it wants together.
    queueMicrotask(() => void this.#ask());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  async #ask(): Promise<void> {
    if (this.#asking || this.#wanted.size === 0 || this.#link.state.phase !== 'open') return;
    this.#asking = true;
    const ids = [...this.#wanted].slice(0, AT_ONCE);
    let answered = false;
    try {
      const { pictures } = await this.#link.call('pictures.read', { pictures: ids });
      for (const { id, data } of pictures) this.#known.set(id, data);
      for (const id of ids) this.#wanted.delete(id);
      answered = true;
    } catch {
      // A lost link: asked again when it is back. Until then initials stand there.
    } finally {
      this.#asking = false;
    }
    if (!answered) return;
    for (const listener of this.#listeners) listener();
    void this.#ask();
  }
}
