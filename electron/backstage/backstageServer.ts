import type { Backstage, BackstageClient } from '#backstage/api.ts';
import type { Push } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type BackstagePort,
  type RelayUser,
  type StartOptions,
  type ToBackstage,
  toBackstageSchema,
} from './messages.ts';
import { RemotePages } from './remotePages.ts';

/** Opens the backstage. Tests open a fake one. */
export type OpenBackstage = (options: StartOptions, context: AppContext) => Promise<Backstage>;

/** Connects a backstage with the app. */
export interface AppContext {
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
