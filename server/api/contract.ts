import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { type ApiCall, apiCodes, envelopeSchema } from '#shared/contract/api/call.ts';
import type { Services } from './context.ts';
import { translate } from './language.ts';

/** The routes of one resource, as a Fastify plugin. */
export type ApiRoutes = FastifyPluginAsyncZod<{ services: Services }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route answers. */
    call?: ApiCall;
    /** Translation key of the success message. */
    message?: string;
    /** False for a route that also answers while there is no database. */
    needsDatabase?: boolean;
  }
}

interface ContractRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> {
  method: ApiCall['method'];
  url: string;
  bodyLimit: number;
  config: { call: ApiCall; message: string; needsDatabase: boolean };
  schema: { params: P; querystring: Q; body: B; response: { 200: D } };
}

interface RouteSettings {
  /** Translation key of the success message. */
  message?: string;
  needsDatabase?: boolean;
}

/**
 * Returns the options of a call's route except its handler. The handler returns the `data` of the answer, or the text
 * of a file. `envelope.ts` adds the envelope.
 */
export function contract<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: ApiCall<P, Q, B, D>,
  settings?: RouteSettings,
): ContractRoute<P, Q, B, D>;
export function contract(call: ApiCall, { message = 'api.ok', needsDatabase = true }: RouteSettings = {}) {
  const { method, path, bodyLimit, params, query, body, data } = call;
  const takesBody = method === 'POST' || method === 'PUT';
  return {
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    config: { call, message, needsDatabase },
    schema: { params, querystring: query, ...(takesBody ? { body } : {}), response: { 200: data } },
  };
}

/**
 * Wraps the results of handlers, and the schemas of the results, in the envelope `{ code, msg, data }`. Calls
 * `afterChange` after each call that may have changed something, even if the call failed half-way.
 */
export function addEnvelopes(app: FastifyInstance, afterChange: (request: FastifyRequest) => void): void {
  app.addHook('onRoute', (route) => {
    const { call, message = 'api.ok' } = route.config ?? {};
    if (call === undefined) return;
    const { handler } = route;
    const changes = call.method !== 'GET';
    const success = call.file === null ? envelopeSchema.extend({ data: call.data }) : call.data;
    route.schema = { ...route.schema, response: { 200: success } };
    route.handler = async function answer(request, reply) {
      try {
        const data: unknown = await handler.call(this, request, reply);
        reply.envelopeCode = apiCodes.success;
        if (call.file === null)
          return { code: apiCodes.success, msg: translate(request.language, message), data };
        reply.type(`${call.file}; charset=utf-8`);
        return data;
      } finally {
        if (changes) afterChange(request);
      }
    };
  });
}
