import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { tokenInProtocols } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { idempotencyKeySchema } from '#shared/contract/remote/actions.ts';
import { REMOTE_PATH, REMOTE_SOCKET_PATH, remoteTokenSchema } from '#shared/contract/remote/token.ts';
import { parseJson } from '#shared/json.ts';
import { readBody } from '../sockets/requestBody.ts';
import { type Rate, SenderBudget } from '../sockets/throttledSocket.ts';
import type { Upgrade, Upgrades } from '../sockets/upgrades.ts';
import { asyncApiDocument, openApiDocument } from './documents.ts';
import { EventStreams } from './eventStreams.ts';
import { ProgramSockets } from './programSockets.ts';
import type { ActionRequest, RemoteAccess } from './remoteEndpoint.ts';
import { type ErrorTexts, errorOf, languageOf, MAX_BODY, problemOf } from './replies.ts';

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

export interface RemoteApiOptions extends ErrorTexts {
  build: string;
  /** Finds the program of a token; null for a wrong token. Rejects if the host is not available now. */
  find: (token: string, request: IncomingMessage) => RemoteAnswer | Promise<RemoteAnswer>;
  /** Whether Host names this server, and Origin, which only browsers send, is its own. */
  isTrusted: (request: IncomingMessage) => boolean;
  /** The address of a sender, for its rate limit; null for another node, which has applied that limit. */
  senderOf: (request: IncomingMessage) => string | null;
  /** Additional headers of every response. */
  headers?: Readonly<Record<string, string>>;
}

export interface RemoteApi {
  /** Answers a request below `REMOTE_PATH`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends all streams and sockets. */
  close(): void;
}

/** Requests and handshakes of a sender, and those with a wrong token. */
const REQUESTS: Rate = { burst: 300, perSecond: 100 };
const WRONG_TOKENS: Rate = { burst: 20, perSecond: 0.5 };
const BUSY_SECONDS = 2;

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
  const streams = new EventStreams();
  const sockets = new ProgramSockets(options);

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
    } else if (request.method === 'GET' && path === '/events') streams.open(found.access, response);
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
          sockets.open(upgrade, found.access);
        }
      } catch (error) {
        const { code, params } = problemOf(error, options);
        if (code === 'remote.token') upgrade.refuse(401);
        else if (code === 'remote.tooFast') upgrade.refuse(429, Number(params?.seconds ?? 1));
        else upgrade.refuse(503, BUSY_SECONDS);
      }
    },
  });

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
        const problem = problemOf(error, options);
        refuse(request, response, problem, statuses[problem.code] ?? 409);
      }
    },
    close: () => {
      streams.close();
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

const pathOf = ({ url = '' }: IncomingMessage): string =>
  (url.split('?', 1)[0] ?? '').slice(REMOTE_PATH.length);

function bearerOf({ headers }: IncomingMessage): string | null {
  return /^Bearer ([\w-]{1,100})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
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
