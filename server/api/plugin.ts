import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import type { Language } from '#shared/contract/language.ts';
import { CallerCache } from '../accounts/callerCache.ts';
import { findCaller } from '../accounts/sessions.ts';
import { describeFault } from '../logs/requestLog.ts';
import { audited } from './audited.ts';
import type { Caller } from './context.ts';
import { answerDevice, deviceOf } from './device.ts';
import { answerFault } from './faults.ts';
import { type BoundCall, FileAnswer } from './handlers.ts';
import { negotiateLanguage, translate } from './language.ts';
import { forbidden, noToken, Refusal, tooMany } from './refusal.ts';
import type { Services } from './services.ts';
import { isStorable, knownTimeZone, plainText } from './text.ts';

interface RequestState {
  startedAt: number;
  language: Language;
  caller: Caller | null;
  who: { userId: number; email: string } | null;
  code: number;
  /** The token that the sender's device is to keep, once a call has said so. */
  device: string | null;
}

const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Serves the bound calls. Every answer is the envelope, except the files that a call says it answers with. */
export function serveCalls(app: FastifyInstance, calls: readonly BoundCall[], services: Services): void {
  const states = new WeakMap<FastifyRequest, RequestState>();
  const stateOf = (request: FastifyRequest): RequestState => {
    const known = states.get(request);
    if (known !== undefined) return known;
    const language = negotiateLanguage(request.headers['accept-language']);
    const startedAt = performance.now();
    const state: RequestState = { startedAt, language, caller: null, who: null, code: 0, device: null };
    states.set(request, state);
    return state;
  };

  const callers = new CallerCache(
    async (token) => findCaller(await services.database(), token, services.now()),
    () => services.now().getTime(),
  );

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, String(body), done);
  });

  app.setErrorHandler((error, request, reply) => {
    const state = stateOf(request);
    const { status, headers, body, isOwn } = answerFault(error, state.language);
    state.code = body.code;
    if (isOwn) {
      services.requestLog.write({
        at: services.now().toISOString(),
        kind: 'fault',
        id: request.id,
        path: request.routeOptions.url ?? '',
        ...describeFault(error),
      });
    }
    return reply.code(status).headers(headers).send(body);
  });

  for (const bound of calls) {
    const { call } = bound;
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.bodyLimit,
      // Before the body is read: who may not make the call does not get to send much either.
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await admit(call, request, { state: stateOf(request), services, callers });
      },
      onResponse: async (request, reply) => {
        const state = stateOf(request);
        record(call, request, reply, state, services);
      },
      handler: async (request, reply) => {
        const state = stateOf(request);
        const asked = {
          context: contextOf(request, state, services),
          database: services.database,
          caller: state.caller,
        };
        const running = bound.run(rawInput(request), asked);
        // Also a change that failed half-way may have changed something.
        const result = await (call.method === 'GET' ? running : running.finally(() => callers.forget()));
        state.code = apiCodes.success;
        if (state.device !== null) {
          answerDevice(request, reply, { token: state.device, https: services.https });
        }
        if (result instanceof FileAnswer) {
          return reply
            .header('content-disposition', `attachment; filename="${result.name}"`)
            .type(`${call.file ?? 'application/octet-stream'}; charset=utf-8`)
            .send(result.content);
        }
        return reply.send({
          code: apiCodes.success,
          msg: translate(state.language, bound.message),
          data: result ?? null,
        });
      },
    });
  }
}

/** Lets a request in, by its sender, its token, its account and its permission. Throws a Refusal otherwise. */
async function admit(
  call: ApiCall,
  request: FastifyRequest,
  { state, services, callers }: { state: RequestState; services: Services; callers: CallerCache },
): Promise<void> {
  const wait = services.limits.ofSender(request.ip, call.access === 'public' ? call.limit : null);
  if (wait > 0) throw tooMany(wait);
  if (call.access === 'public') return;
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw noToken();
  const caller = await callers.find(token);
  state.caller = caller;
  state.who = caller;
  const waitOfAccount = services.limits.ofAccount(caller.userId, call.limit);
  if (waitOfAccount > 0) throw tooMany(waitOfAccount);
  if (call.access !== 'signedIn' && !caller.permissions.has(call.access)) throw forbidden();
}

function rawInput(request: FastifyRequest) {
  const raw = { params: request.params, query: request.query, body: request.body ?? {} };
  if (!isStorable(raw)) throw new Refusal(apiCodes.invalid, 'api.invalid', { data: { fields: [] } });
  return raw;
}

function contextOf(request: FastifyRequest, state: RequestState, services: Services) {
  const zone = request.headers['time-zone'];
  return {
    language: state.language,
    timeZone: knownTimeZone(typeof zone === 'string' ? zone : undefined),
    ip: request.ip,
    userAgent: plainText(request.headers['user-agent'], 300),
    device: deviceOf(request),
    now: services.now(),
    keepDevice: (token: string) => {
      state.device = token;
    },
    identify: (who: RequestState['who']) => {
      state.who = who;
    },
  };
}

/** Writes the call down: everything in the request log, sign-ins and changes in the log of the admin area. */
function record(
  call: ApiCall,
  request: FastifyRequest,
  reply: FastifyReply,
  state: RequestState,
  services: Services,
): void {
  const durationMs = Math.round(performance.now() - state.startedAt);
  services.requestLog.write({
    at: services.now().toISOString(),
    kind: 'call',
    id: request.id,
    method: call.method,
    path: call.path,
    status: reply.statusCode,
    code: state.code,
    ms: durationMs,
    userId: state.caller?.userId ?? null,
    ip: request.ip,
  });
  const entry = audited(call, request, state, durationMs, services.now());
  if (entry !== null) services.audit.add(entry);
}
