import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type HookBody, hookBodySchema } from '#shared/contract/webhooks.ts';
import { atEnd } from '../backstage/setup.ts';

interface Received {
  id: string;
  type: string;
  body: unknown;
  /** Whether one of the signatures was made with the secret. */
  signed(secret: string): boolean;
}

type Answer = (response: ServerResponse, path: string) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

/** An HTTP server that receives webhooks, and answers as a test tells it. */
export class Receiver {
  /** Every request, in order. */
  readonly requests: Received[] = [];
  /** Those that were answered with 2xx. */
  readonly accepted: Received[] = [];
  readonly paths: string[] = [];
  #answer: Answer = status(204);
  #server: Server | null = null;
  #port = 0;
  #waiting: { met: () => boolean; resolve: () => void }[] = [];

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.open();
    atEnd(() => receiver.close());
    return receiver;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  get bodies(): HookBody[] {
    return this.accepted.map(({ body }) => hookBodySchema.parse(body));
  }

  /** Listens, on the same port as before. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      void text(request).then((body) => this.#take(request.headers, body, response, request.url ?? ''));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  }

  /** Resolves as soon as the condition is true. It is checked after every request. */
  until(met: () => boolean): Promise<void> {
    if (met()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ met, resolve }));
  }

  answerWith(answer: Answer): void {
    this.#answer = answer;
  }

  types(): string[] {
    return this.accepted.map(({ type }) => type);
  }

  #take(headers: NodeJS.Dict<string | string[]>, raw: string, response: ServerResponse, path: string): void {
    const id = String(headers['webhook-id']);
    const timestamp = String(headers['webhook-timestamp']);
    const signatures = String(headers['webhook-signature']).split(' ');
    const body: unknown = JSON.parse(raw);
    const received: Received = {
      id,
      type: String((body as { type?: unknown }).type),
      body,
      signed: (secret) => {
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64');
        return signatures.includes(`v1,${wanted}`);
      },
    };
    this.requests.push(received);
    this.paths.push(path);
    this.#answer(response, path);
    if (response.writableEnded && response.statusCode < 300) this.accepted.push(received);
    for (const waiting of this.#waiting.splice(0)) {
      if (waiting.met()) waiting.resolve();
      else this.#waiting.push(waiting);
    }
  }
}
