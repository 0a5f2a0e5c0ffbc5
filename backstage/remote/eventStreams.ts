import type { ServerResponse } from 'node:http';
import type { RemoteAccess, RemotePeer } from './remoteEndpoint.ts';

/** The interval (ms) of comments in a stream of events, by which both sides notice a dead connection. */
const STREAM_COMMENT_MS = 15_000;

/** Programs that follow a show over HTTP, as a stream of server-sent events. */
export class EventStreams {
  readonly #responses = new Set<ServerResponse>();

  /** Answers with the state, then with every change, until either side ends the connection. */
  open(access: RemoteAccess, response: ServerResponse): void {
    const end = () => response.destroy();
    const peer: RemotePeer = {
      get backlog() {
        return response.writableLength;
      },
      send: (message) => {
        if (!response.headersSent) {
          response.writeHead(200, {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            // Proxies must not wait for more.
            'x-accel-buffering': 'no',
          });
        }
        if (response.writable) response.write(eventTextOf(message));
      },
      revoked: end,
      drop: end,
    };
    const subscription = access.watch(peer);
    this.#responses.add(response);
    const comments = setInterval(() => response.writable && response.write(':\n\n'), STREAM_COMMENT_MS);
    const leave = () => {
      clearInterval(comments);
      this.#responses.delete(response);
      subscription.leave();
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  close(): void {
    for (const response of this.#responses) response.destroy();
  }
}

/** A message as an event of a stream: `state` or `change`, with its revision as id. */
function eventTextOf(message: Parameters<RemotePeer['send']>[0]): string {
  const content = message.type === 'state' ? message.state : message.change;
  return `event: ${message.type}\nid: ${content.revision}\ndata: ${JSON.stringify(content)}\n\n`;
}
