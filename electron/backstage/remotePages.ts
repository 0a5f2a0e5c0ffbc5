import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type FromPages, pageCommandSchema, type ToPages } from './messages.ts';

interface RemotePage {
  opened: PromiseWithResolvers<void>;
  answers: Map<number, PromiseWithResolvers<unknown>>;
  onEvent: (method: string, parameters: unknown) => void;
  onGone: () => void;
}

/** The room pages of the desktop app as the backstage process sees them. The main process owns their windows. */
export class RemotePages implements Pages {
  readonly state = 'ready';
  readonly hasWindows = true;
  readonly #send: (message: FromPages) => void;
  readonly #pages = new Map<number, RemotePage>();
  readonly #signOuts = new Map<number, PromiseWithResolvers<void>>();
  #lastPage = 0;
  #lastId = 0;

  constructor(send: (message: FromPages) => void) {
    this.#send = send;
  }

  async open({ webUrl }: Line): Promise<LivePage> {
    this.#lastPage += 1;
    const page = this.#lastPage;
    const remote: RemotePage = {
      opened: Promise.withResolvers(),
      answers: new Map(),
      onEvent: () => {},
      onGone: () => {},
    };
    this.#pages.set(page, remote);
    this.#send({ type: 'pageOpen', page, webUrl });
    await remote.opened.promise;
    return {
      devtools: {
        send: (method, parameters = {}) => this.#command(page, method, parameters),
        onEvent: (listener) => {
          remote.onEvent = listener;
        },
      },
      show: (shown) => this.#send({ type: 'pageShow', page, shown }),
      onGone: (listener) => {
        remote.onGone = listener;
        if (!this.#pages.has(page)) listener();
      },
      close: async () => {
        if (!this.#forget(page)) return;
        this.#send({ type: 'pageClose', page });
      },
    };
  }

  signOut(): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    const done = Promise.withResolvers<void>();
    this.#signOuts.set(id, done);
    this.#send({ type: 'pageSignOut', id });
    return done.promise;
  }

  receive(message: ToPages): void {
    if (message.type === 'pageSignedOut') {
      const done = this.#signOuts.get(message.id);
      this.#signOuts.delete(message.id);
      if (message.ok) done?.resolve();
      else done?.reject(new RingsideError('internal'));
      return;
    }
    const remote = this.#pages.get(message.page);
    switch (message.type) {
      case 'pageOpened':
        remote?.opened.resolve();
        return;
      case 'pageAnswer': {
        const answer = remote?.answers.get(message.id);
        remote?.answers.delete(message.id);
        if (message.ok) answer?.resolve(message.value);
        else answer?.reject(new Error('the page refused the command'));
        return;
      }
      case 'pageEvent':
        try {
          remote?.onEvent(message.method, message.parameters);
        } finally {
          this.#send({ type: 'pageTaken', page: message.page, size: message.size });
        }
        return;
      case 'pageGone':
        if (!this.#forget(message.page)) return;
        remote?.opened.reject(new RingsideError('page.crashed'));
        remote?.onGone();
    }
  }

  #command(page: number, method: string, parameters: Record<string, unknown>): Promise<unknown> {
    const remote = this.#pages.get(page);
    const name = pageCommandSchema.safeParse(method);
    if (remote === undefined || !name.success) return Promise.reject(new Error(`${method} cannot be sent`));
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    remote.answers.set(id, answer);
    this.#send({ type: 'pageSend', page, id, method: name.data, parameters });
    return answer.promise;
  }

  /** Forgets a page and rejects its pending commands. Returns whether it was known. */
  #forget(page: number): boolean {
    const remote = this.#pages.get(page);
    if (remote === undefined) return false;
    this.#pages.delete(page);
    for (const answer of remote.answers.values()) answer.reject(new Error('the page is gone'));
    return true;
  }
}
