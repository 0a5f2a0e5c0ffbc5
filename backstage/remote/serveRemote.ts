import type { IncomingMessage, ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { closeCodes, tokenInProtocols } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { type Language, negotiateLanguage } from '#shared/contract/language.ts';
import { idempotencyKeySchema } from '#shared/contract/remote/actions.ts';
import { fromProgramSchema, type ToProgram } from '#shared/contract/remote/socket.ts';
import { REMOTE_PATH, REMOTE_SOCKET_PATH, remoteTokenSchema } from '#shared/contract/remote/token.ts';
import { parseJson } from '#shared/json.ts';
import { readBody } from '../sockets/requestBody.ts';
import { type Rate, SenderBudget, type SocketLimits, ThrottledSocket } from '../sockets/throttledSocket.ts';
import type { Upgrade, Upgrades } from '../sockets/upgrades.ts';
import { asyncApiDocument, openApiDocument } from './documents.ts';
import type { ActionRequest, RemoteAccess, RemotePeer, RemoteSubscription } from './remoteEndpoint.ts';

/** A program with a valid token. */
export interface RemoteFound {
  access: RemoteAccess;
  /** Called when the request or connection ends. */
  leave?: () => void;
}

/** A program whose host is on another node of a cluster, which answers instead of this one. */
export interface RemoteElsewhere {
  passRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  passUpgrade(upgrade: Upgrade): Promise<void>;
}

export type RemoteAnswer = RemoteFound | RemoteElsewhere | null;

export interface RemoteApiOptions {
  build: string;
  /** Finds the program of a token; null for a wrong token. Rejects if the host is not available now. */
  find: (token: string, request: IncomingMessage) => RemoteAnswer | Promise<RemoteAnswer>;
  /** Whether Host names this server, and Origin, which only browsers send, is its own. */
  isTrusted: (request: IncomingMessage) => boolean;
  /** Returns the sentence of a problem. */
  sentence: (problem: Problem, language: Language) => string;
  /** The address of a sender, for its rate limit; null for another node, which has applied that limit. */
  senderOf: (request: IncomingMessage) => string | null;
  /** Additional headers of every response. */
  headers?: Readonly<Record<string, string>>;
  log: (message: string, error?: unknown) => void;
}

export interface RemoteApi {
  /** Answers a request below `REMOTE_PATH`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends all streams and sockets. */
  close(): void;
}

const KB = 1024;
const MAX_BODY = 16 * KB;
/** Requests and handshakes of a sender, and those with a wrong token. */
const REQUESTS: Rate = { burst: 300, perSecond: 100 };
const WRONG_TOKENS: Rate = { burst: 20, perSecond: 0.5 };
/** The interval (ms) of comments in a stream of events, by which both sides notice a dead connection. */
const STREAM_COMMENT_MS = 15_000;
const BUSY_SECONDS = 2;

const PACE: SocketLimits = {
  bytes: { burst: 64 * KB, perSecond: 32 * KB },
  busyMs: { burst: 1000, perSecond: 200 },
  atOnce: 16,
  backlog: 1024 * KB,
  mostBacklog: 8 * 1024 * KB,
};

/** The statuses of refusals. Every other problem is a conflict with the state of the show: 409. */
const statuses: Readonly<Partial<Record<Problem['code'], number>>> = {
  invalid: 400,
  'remote.token': 401,
  'remote.scope': 403,
  'remote.action': 404,
  'remote.stale': 412,
  'remote.keyReused': 422,
  'remote.tooFast': 429,
  'remote.busy': 503,
  internal: 500,
};

/** Serves the remote API: `handle` answers HTTP requests, and the WebSocket is added to `upgrades`. */
export function serveRemote(upgrades: Upgrades, options: RemoteApiOptions): RemoteApi {
  const requests = new SenderBudget(REQUESTS);
  const wrongTokens = new SenderBudget(WRONG_TOKENS);
  const streams = new Set<ServerResponse>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('ringside') ? 'ringside' : false),
  });

  /** @throws RingsideError `remote.tooFast`. */
  const spend = (budget: SenderBudget, request: IncomingMessage) => {
    const sender = options.senderOf(request);
    const seconds = sender === null ? 0 : budget.take(sender);
    if (seconds > 0) throw new RingsideError('remote.tooFast', { seconds: Math.ceil(seconds) });
  };

  /** @throws RingsideError `remote.token`, `remote.tooFast`, `remote.busy`. */
  async function admit(
    request: IncomingMessage,
    token: string | null,
  ): Promise<RemoteFound | RemoteElsewhere> {
    const isToken = remoteTokenSchema.safeParse(token).success;
    let found: RemoteAnswer = null;
    try {
      found = isToken && token !== null ? await options.find(token, request) : null;
    } catch (error) {
      if (!(error instanceof RingsideError)) options.log('a program could not be admitted', error);
      throw new RingsideError('remote.busy');
    }
    if (found !== null) return found;
    spend(wrongTokens, request);
    throw new RingsideError('remote.token');
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    spend(requests, request);
    const path = pathOf(request);
    if (request.method === 'GET' && path === '/openapi.json')
      return sendJson(response, 200, openApiDocument(options.build));
    if (request.method === 'GET' && path === '/asyncapi.json')
      return sendJson(response, 200, asyncApiDocument(options.build));
    const found = await admit(request, bearerOf(request));
    if ('passRequest' in found) return await found.passRequest(request, response).catch(busy);
    response.once('close', () => found.leave?.());
    if (response.destroyed) found.leave?.();
    const action = /^\/actions\/([a-z0-9.]{1,64})$/.exec(path)?.[1];
    if (request.method === 'GET' && path === '/state') {
      const state = await found.access.state();
      const etag = `"${state.revision}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else sendJson(response, 200, state, { etag });
    } else if (request.method === 'GET' && path === '/events') stream(found.access, response);
    else if (request.method === 'POST' && action !== undefined) {
      const result = await found.access.act({ action, ...(await readRequest(request)) });
      sendJson(response, 200, result, { etag: `"${result.revision}"` });
    } else {
      const isKnown = ['/state', '/events', '/socket'].includes(path) || action !== undefined;
      refuse(
        request,
        response,
        { code: 'invalid', params: { field: isKnown ? 'method' : 'path' } },
        isKnown ? 405 : 404,
      );
    }
  }

  function stream(access: RemoteAccess, response: ServerResponse): void {
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
    streams.add(response);
    const comments = setInterval(() => response.writable && response.write(':\n\n'), STREAM_COMMENT_MS);
    const leave = () => {
      clearInterval(comments);
      streams.delete(response);
      subscription.leave();
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    problem: Problem,
    status: number,
  ): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const seconds = status === 503 ? BUSY_SECONDS : Number(problem.params?.seconds ?? 1);
    sendJson(
      response,
      status,
      { error: errorOf(problem, languageOf(request), options) },
      {
        ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
        ...(status === 429 || status === 503 ? { 'retry-after': String(seconds) } : {}),
        // Do not read the rest of a body.
        ...(request.complete ? {} : { connection: 'close' }),
      },
    );
  }

  upgrades.add({
    path: REMOTE_SOCKET_PATH,
    isTrusted: options.isTrusted,
    handle: async (upgrade) => {
      const { request } = upgrade;
      try {
        spend(requests, request);
        const token = bearerOf(request) ?? tokenInProtocols(request.headers['sec-websocket-protocol']);
        const found = await admit(request, token);
        if ('passUpgrade' in found) await found.passUpgrade(upgrade).catch(busy);
        else {
          upgrade.onClose(() => found.leave?.());
          join(upgrade, found.access);
        }
      } catch (error) {
        const { code, params } = problemOf(error, options.log);
        if (code === 'remote.token') upgrade.refuse(401);
        else if (code === 'remote.tooFast') upgrade.refuse(429, Number(params?.seconds ?? 1));
        else upgrade.refuse(503, BUSY_SECONDS);
      }
    },
  });

  function join(upgrade: Upgrade, access: RemoteAccess): void {
    const language = languageOf(upgrade.request);
    upgrade.accept(sockets, (ws) => {
      const paced = new ThrottledSocket(ws, PACE, (data) => receive(parseJson(String(data))));
      const send = (message: ToProgram) => paced.send(textOf(message));
      let subscription: RemoteSubscription | null = null;
      try {
        subscription = access.watch(peerOf(ws, send));
      } catch (error) {
        ws.close(closeCode(problemOf(error, options.log)));
        return;
      }
      ws.on('close', () => subscription?.leave());

      async function receive(raw: unknown): Promise<void> {
        const message = fromProgramSchema.safeParse(raw);
        if (!message.success) {
          const field = message.error.issues[0]?.path.map(String).join('.') ?? '';
          const problem: Problem = { code: 'invalid', params: { field } };
          send({ type: 'refused', id: idOf(raw), error: errorOf(problem, language, options) });
        } else if (message.data.type === 'resync') subscription?.resync();
        else {
          const { id, type: _, ...request } = message.data;
          try {
            send({
              type: 'done',
              id,
              result: await access.act({ ...request, params: request.params ?? {} }),
            });
          } catch (error) {
            const problem = problemOf(error, options.log);
            send({ type: 'refused', id, error: errorOf(problem, language, options) });
          }
        }
      }
    });
  }

  return {
    handle: async (request, response) => {
      for (const [name, value] of Object.entries({ ...safety, ...options.headers })) {
        response.setHeader(name, value);
      }
      if (!options.isTrusted(request)) {
        response.writeHead(403, { connection: 'close' }).end();
        return;
      }
      try {
        await respond(request, response);
      } catch (error) {
        const problem = problemOf(error, options.log);
        refuse(request, response, problem, statuses[problem.code] ?? 409);
      }
    },
    close: () => {
      for (const response of streams) response.destroy();
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

/** The other node did not answer. */
function busy(): never {
  throw new RingsideError('remote.busy');
}

/** Whether a path belongs to the remote API. */
export const isRemotePath = (url: string | undefined): boolean => url?.startsWith(`${REMOTE_PATH}/`) === true;

const safety = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

function peerOf(ws: WebSocket, send: (message: ToProgram) => void): RemotePeer {
  return {
    get backlog() {
      return ws.bufferedAmount;
    },
    send,
    revoked: () => ws.close(closeCodes.signedOut),
    drop: () => ws.terminate(),
  };
}

const closeCode = ({ code }: Problem): number =>
  code === 'remote.token' ? closeCodes.signedOut : closeCodes.tooManyScreens;

function problemOf(error: unknown, log: RemoteApiOptions['log']): Problem {
  if (error instanceof RingsideError) return error.problem;
  log('a request of a program failed', error);
  return { code: 'internal' };
}

function errorOf(problem: Problem, language: Language, { sentence }: Pick<RemoteApiOptions, 'sentence'>) {
  return { ...problem, message: sentence(problem, language) };
}

const languageOf = ({ headers }: IncomingMessage): Language => negotiateLanguage(headers['accept-language']);

const pathOf = ({ url = '' }: IncomingMessage): string =>
  (url.split('?', 1)[0] ?? '').slice(REMOTE_PATH.length);

function bearerOf({ headers }: IncomingMessage): string | null {
  return /^Bearer ([\w-]{1,100})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

const texts = new WeakMap<ToProgram, string>();

/** Serialises a message once for all programs. */
function textOf(message: ToProgram): string {
  const text = texts.get(message) ?? JSON.stringify(message);
  texts.set(message, text);
  return text;
}

/** A message as an event of a stream: `state` or `change`, with its revision as id. */
function eventTextOf(message: Parameters<RemotePeer['send']>[0]): string {
  const content = message.type === 'state' ? message.state : message.change;
  return `event: ${message.type}\nid: ${content.revision}\ndata: ${JSON.stringify(content)}\n\n`;
}

function sendJson(
  response: ServerResponse,
  status: number,
  content: object,
  headers: Record<string, string> = {},
): void {
  if (!response.writable) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(content));
}

const bodySchema = z.looseObject({ ifRevision: z.number().int().optional() });

/** Reads the parameters of an action, its revision and its idempotency key. @throws RingsideError `invalid`. */
async function readRequest(request: IncomingMessage): Promise<Omit<ActionRequest, 'action'>> {
  const { headers } = request;
  const key = headers['idempotency-key'];
  if (key !== undefined && !idempotencyKeySchema.safeParse(key).success) throw invalid('Idempotency-Key');
  const match = headers['if-match'];
  const seen = match === undefined ? undefined : /^"?(\d{1,16})"?$/.exec(match)?.[1];
  if (match !== undefined && seen === undefined) throw invalid('If-Match');
  const text = await readBody(request, MAX_BODY);
  if (text === null) throw invalid('body');
  if (text.trim() !== '' && !/^application\/json(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw invalid('Content-Type');
  const body = bodySchema.safeParse(text.trim() === '' ? {} : parseJson(text));
  if (!body.success) throw invalid('body');
  const { ifRevision, ...params } = body.data;
  return {
    params,
    ifRevision: seen === undefined ? ifRevision : Number(seen),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
}

const invalid = (field: string) => new RingsideError('invalid', { field });

/** Reads the id of an invalid message, so that the program can match the answer. */
function idOf(raw: unknown): number | null {
  const parsed = z.object({ id: z.number().int() }).safeParse(raw);
  return parsed.success ? parsed.data.id : null;
}
