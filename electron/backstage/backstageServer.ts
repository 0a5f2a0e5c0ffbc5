import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import type { Push } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type BackstagePort,
  type FromPages,
  pageCommandSchema,
  type RelayUser,
  type StartOptions,
  type ToBackstage,
  type ToPages,
  toBackstageSchema,
} from './messages.ts';

/** Opens the backstage. Tests open a fake one. */
export type OpenBackstage = (options: StartOptions, context: AppContext) => Promise<Backstage>;

/** Connects a backstage with the app. */
interface AppContext {
  /** The host's current sign-in for relay lines; null while signed out. */
  relayUser(): RelayUser | null;
  /** Reports the origin of the overlay hub to the app; null while the hub is not running. */
  hubChanged(origin: string | null): void;
  /** The windows of the platform's room pages. */
  readonly pages: RemotePages;
}

const EXIT_CLOSED = 0;
const EXIT_CRASH = 1;

/**
 * Serves one backstage over a port until it receives `close`. An error outside of a request ends the process; the main
 * process then restarts the backstage from its journal.
 */
export function serveBackstage(port: BackstagePort, open: OpenBackstage): void {
  let backstage: Backstage | null = null;
  const clients = new Map<number, BackstageClient>();
  let relayUser: RelayUser | null = null;
  const pages = new RemotePages((message) => port.send(message));

  const start = async (options: StartOptions) => {
    relayUser = options.relayUser;
    try {
      const opened = await open(options, {
        relayUser: () => relayUser,
        hubChanged: (origin) => port.send({ type: 'hub', origin }),
        pages,
      });
      backstage = opened;
      port.send({ type: 'busy', busy: opened.busy });
      opened.onBusy((busy) => port.send({ type: 'busy', busy }));
      port.send({ type: 'ready' });
    } catch (error) {
      if (!(error instanceof RingsideError)) throw error;
      port.send({ type: 'failed', problem: error.problem });
    }
  };

  const request = async (client: number, ticket: number, raw: unknown) => {
    const response = await clients.get(client)?.request(raw);
    if (response !== undefined) port.send({ type: 'response', ticket, response });
  };

  const close = async () => {
    for (const client of clients.values()) client.close();
    clients.clear();
    await backstage?.close();
    port.send({ type: 'closed' });
    port.exit(EXIT_CLOSED);
  };

  const receive = (message: ToBackstage): Promise<void> | undefined => {
    switch (message.type) {
      case 'start':
        return start(message.options);
      case 'connect': {
        const { client, by } = message;
        const send = (push: Push) => port.send({ type: 'push', client, push });
        const joined = backstage?.connect({ by, send });
        if (joined !== undefined) clients.set(client, joined);
        return undefined;
      }
      case 'request':
        return request(message.client, message.ticket, message.raw);
      case 'backlog':
        clients.get(message.client)?.setBacklog(message.bytes);
        return undefined;
      case 'disconnect':
        clients.get(message.client)?.close();
        clients.delete(message.client);
        return undefined;
      case 'relayUser':
        relayUser = message.relayUser;
        return undefined;
      case 'close':
        return close();
      default:
        pages.receive(message);
        return undefined;
    }
  };

  port.onMessage((raw) => {
    const message = toBackstageSchema.parse(raw);
    receive(message)?.catch((error: unknown) => {
      console.error(error);
      port.exit(EXIT_CRASH);
    });
  });
}

/**
 * Adds the sign-in token to a relay line, if the line goes to the server of the sign-in and has no configured token.
 * The origins must match, so the token never goes to another server or over an unencrypted line to an https server.
 */
export function withSignInToken(line: Line, user: RelayUser | null): Line {
  if (line.kind !== 'relay' || user === null || (line.relayToken ?? '') !== '') return line;
  if (!URL.canParse(line.relayUrl)) return line;
  const origin = new URL(line.relayUrl.replace(/^ws/, 'http')).origin;
  return origin === user.server ? { ...line, relayToken: user.token } : line;
}

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
