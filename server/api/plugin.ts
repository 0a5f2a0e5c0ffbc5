import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ApiCall, apiCodes } from '#shared/contract/api/call.ts';
import { emailSchema, idSchema } from '#shared/contract/api/fields.ts';
import { api } from '#shared/contract/api/index.ts';
import { CallerCache, type ChangedAccounts, findCaller } from '../accounts/sessions.ts';
import type { AuditEntry } from '../logs/audit.ts';
import { decorateRequests, type Services } from './context.ts';
import { type ApiRoutes, addEnvelopes } from './contract.ts';
import { serveDocs } from './docs.ts';
import { answerErrors, forbidden, noToken, Refusal, tooMany } from './errors.ts';
import { accountRoutes } from './routes/account.ts';
import { dictRoutes } from './routes/dict.ts';
import { dictDataRoutes } from './routes/dictData.ts';
import { logRoutes } from './routes/log.ts';
import { menuRoutes } from './routes/menu.ts';
import { noticeRoutes } from './routes/notice.ts';
import { roleRoutes } from './routes/role.ts';
import { signinRoutes } from './routes/signin.ts';
import { siteRoutes } from './routes/site.ts';
import { statusRoutes } from './routes/status.ts';
import { syncRoutes } from './routes/sync.ts';
import { userRoutes } from './routes/user.ts';
import { versionRoutes } from './routes/version.ts';
import { isStorable, plainText } from './text.ts';

const resources: readonly ApiRoutes[] = [
  signinRoutes,
  accountRoutes,
  userRoutes,
  roleRoutes,
  menuRoutes,
  dictRoutes,
  dictDataRoutes,
  noticeRoutes,
  logRoutes,
  statusRoutes,
  syncRoutes,
  siteRoutes,
  versionRoutes,
];

const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Registers every call of the API. Each answer is an envelope, except downloads of files. */
export const apiPlugin: FastifyPluginAsync<{ services: Services; docs: boolean }> = async (
  app,
  { services, docs },
) => {
  const callers = new CallerCache(
    async (token) => findCaller(await services.database(), token, services.now()),
    () => services.now().getTime(),
  );
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  decorateRequests(app);
  parseJson(app);
  answerErrors(app);
  addEnvelopes(app, (request) => {
    const changed = changedBy(request);
    if (changed !== null) callers.forget(changed);
  });

  // Check the rights before the body is read, so that an unauthorised sender cannot send a large body.
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call === undefined) return;
    reply.header('cache-control', 'no-store');
    await admit(call, request, services, callers);
  });
  app.addHook('preValidation', async (request) => {
    const { params, query } = request;
    request.body ??= {};
    if (!isStorable({ params, query, body: request.body })) {
      throw new Refusal(apiCodes.invalid, 'api.invalid', { data: { fields: [] } });
    }
  });
  app.addHook('preHandler', async (request) => {
    request.now = services.now();
    if (request.routeOptions.config.needsDatabase === true) request.db = await services.database();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call !== undefined) record(call, request, reply, services);
  });

  if (docs) await serveDocs(app);
  for (const routes of resources) await app.register(routes, { services });
};

/**
 * Returns the accounts whose rights or sign-ins a call may have changed; null for none. A call without a permission
 * changes the caller's own account at most.
 */
function changedBy(request: FastifyRequest): ChangedAccounts | null {
  const { call } = request.routeOptions.config;
  if (call?.access === 'public') return request.who?.userId ?? null;
  return call?.access === 'signedIn' ? request.caller.userId : 'all';
}

/** Accepts only JSON, and an empty body. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** Checks the sender's limits, the token, the account's limits and the permission. Throws a Refusal. */
async function admit(
  call: ApiCall,
  request: FastifyRequest,
  services: Services,
  callers: CallerCache,
): Promise<void> {
  const wait = services.limits.ofSender(request.ip, call.access === 'public' ? call.limit : null);
  if (wait > 0) throw tooMany(wait);
  if (call.access === 'public') return;
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw noToken();
  const caller = await callers.find(token);
  request.caller = caller;
  request.who = caller;
  const waitOfAccount = services.limits.ofAccount(caller.userId, call.limit);
  if (waitOfAccount > 0) throw tooMany(waitOfAccount);
  if (call.access !== 'signedIn' && !caller.permissions.has(call.access)) throw forbidden();
}

/** Writes a call to the request log (only some of the refused calls), and an audited call to the audit log. */
function record(call: ApiCall, request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const durationMs = Math.round(reply.elapsedTime);
  const { method, path } = call;
  if (reply.statusCode !== 429 || services.log.admitsRefusal()) {
    request.log.info(
      {
        method,
        path,
        status: reply.statusCode,
        code: reply.envelopeCode,
        ms: durationMs,
        userId: request.caller?.userId ?? null,
        ip: request.ip,
      },
      'call',
    );
  }
  const entry = audited(call, request, reply.envelopeCode, { durationMs, at: services.now() });
  if (entry !== null) services.audit.add(entry);
}

const SIGNINS: readonly ApiCall[] = [api.account.signin, api.account.signinOnce];
/** Audited actions that are open to visitors. */
const PUBLIC_CHANGES: readonly ApiCall[] = [api.account.signup, api.account.forgot];
const MAX_TARGET = 200;

const withEmail = z.object({ email: emailSchema });
const withId = z.object({ id: idSchema.optional(), userId: idSchema.optional() });

/**
 * Returns the audit log entry of a call, or null if the call is not audited. Reads are not audited, and neither are
 * calls that a rate limit or a missing sign-in refused: anybody could flood the log with those.
 */
function audited(
  call: ApiCall,
  request: FastifyRequest,
  code: number,
  { durationMs, at }: { durationMs: number; at: Date },
): AuditEntry | null {
  const { who, userAgent } = request;
  const isSignin = SIGNINS.includes(call);
  const isChange = call.access !== 'public' && call.method !== 'GET';
  if (!isSignin && !isChange && !PUBLIC_CHANGES.includes(call)) return null;
  if (call.access !== 'public' && who === null) return null;
  if (code === apiCodes.tooMany && !isSignin) return null;
  const given = withEmail.safeParse(request.body);
  const email = who?.email ?? (given.success ? given.data.email : '');
  if (isSignin && email === '' && code !== apiCodes.success) return null;
  return {
    kind: isSignin ? 'signin' : 'operation',
    at,
    userId: who?.userId ?? null,
    email,
    action: `${call.method} ${call.path}`,
    target: targetOf(request),
    ip: request.ip,
    userAgent,
    success: code === apiCodes.success,
    code,
    durationMs,
  };
}

/** Returns the ids of the path, or of the body if the path has none. */
function targetOf(request: FastifyRequest): string {
  const inPath = plainText(Object.values(Object(request.params)).join(','), MAX_TARGET);
  if (inPath !== '') return inPath;
  const given = withId.safeParse(request.body);
  return given.success ? String(given.data.id ?? given.data.userId ?? '') : '';
}
