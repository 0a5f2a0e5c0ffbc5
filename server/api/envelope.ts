import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiCodes, envelopeSchema } from '#shared/contract/api/call.ts';
import { translate } from './language.ts';

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
