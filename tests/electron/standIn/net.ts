import { EventEmitter } from 'node:events';
import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { loud } from './refuse.ts';

interface RequestOptions {
  protocol?: string | null;
  hostname?: string | null;
  port?: number | string | null;
  path?: string | null;
  method?: string;
  headers?: OutgoingHttpHeaders;
  session?: { mayRequest(url: string): Promise<boolean> };
}

/** A request of the main process in a session, by that session's rules and over Node's HTTP. */
class StandInRequest extends EventEmitter {
  readonly #options: RequestOptions;
  #request: ClientRequest | null = null;
  #aborted = false;

  constructor(options: RequestOptions) {
    super();
    this.#options = options;
  }

  end(data?: string | Buffer): this {
    void this.#begin(data);
    return this;
  }

  abort(): void {
    this.#aborted = true;
    this.#request?.destroy();
    this.emit('abort');
  }

  async #begin(data: string | Buffer | undefined): Promise<void> {
    const { protocol, hostname, port, path, method = 'GET', headers = {}, session } = this.#options;
    const place = port === null || port === undefined || port === '' ? '' : `:${port}`;
    const url = `${protocol ?? 'https:'}//${hostname ?? ''}${place}${path ?? '/'}`;
    if (session !== undefined && !(await session.mayRequest(url))) {
      this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT'));
      return;
    }
    if (this.#aborted) return;
    const client = url.startsWith('https:') ? https : http;
    this.#request = client.request(url, { method, headers });
    this.#request.on('error', (error) => this.emit('error', error));
    this.#request.on('response', (response) => this.#answered(response, method));
    this.#request.end(data);
  }

  #answered(response: IncomingMessage, method: string): void {
    const { statusCode = 0 } = response;
    const { location } = response.headers;
    if (statusCode < 300 || statusCode >= 400 || location === undefined) {
      this.emit('response', response);
      return;
    }
    response.destroy();
    this.emit('redirect', statusCode, method, location, response.headers);
  }
}

export const net = loud('net', { request: (options: RequestOptions) => new StandInRequest(options) });
