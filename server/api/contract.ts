import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { Services } from './services.ts';

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
