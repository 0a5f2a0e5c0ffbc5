import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiClient, createApiClient } from '#renderer/data/api/client.ts';
import type { ToastSeverity, ToastText } from '#renderer/data/stores/toastStore.ts';

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: Asked, response: ServerResponse) => void;

/** A small real server with responses from the test, and a client of the product that calls it. */
export interface TestApi {
  client: ApiClient;
  asked: Asked[];
  /** The toasts that the page showed. */
  shown: { text: ToastText; severity: ToastSeverity }[];
  /** The client's waits before its retries (ms). */
  waits: number[];
  /** One entry per forced sign-out: whether a background call caused it. */
  signedOut: boolean[];
  token: string | null;
  /** Sets the responses of the next requests; the last one is repeated. */
  answers(...next: Answer[]): void;
  close(): Promise<void>;
}

export const envelope =
  (code: number, msg: string, data: unknown = null, status = code === 200 ? 200 : 400): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code, msg, data }));

export const plain =
  (status: number, body: string, type = 'text/html'): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

/** Closes the connection in the middle of the response. */
export const cut: Answer = (_request, response) => response.destroy();

export async function startTestApi(): Promise<TestApi> {
  let queue: Answer[] = [];
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (answer === undefined) response.writeHead(599).end();
      else answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: TestApi = {
    client: createApiClient({
      baseUrl: `http://127.0.0.1:${port}/api`,
      token: () => api.token,
      language: () => 'ja',
      timeZone: () => 'Asia/Tokyo',
      show: (text, severity) => api.shown.push({ text, severity }),
      onSignedOut: (quiet) => api.signedOut.push(quiet),
      wait: async (ms) => {
        api.waits.push(ms);
      },
    }),
    asked,
    shown: [],
    waits: [],
    signedOut: [],
    token: null,
    answers: (...next) => {
      queue = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;
}
