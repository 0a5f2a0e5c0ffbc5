import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decorateRequests } from '#server/api/context.ts';
import { addEnvelopes, contract } from '#server/api/contract.ts';
import { answerErrors } from '#server/api/errors.ts';
import { call } from '#shared/contract/api/call.ts';

const saveCall = call({
  method: 'POST',
  path: '/thing/save/{id}',
  access: 'public',
  summary: 'Saves a thing.',
  params: z.object({ id: z.string().max(3) }),
  body: z.object({ names: z.array(z.string().min(2)) }),
  data: z.object({ id: z.int() }),
});

/** An app with one call. The handler gets the id of the path and returns the data. */
function appOf(handler: (id: string) => { id: number }, afterChange = () => {}) {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  decorateRequests(app);
  answerErrors(app);
  addEnvelopes(app, afterChange);
  app.withTypeProvider<ZodTypeProvider>().route({
    ...contract(saveCall, { message: 'api.saved' }),
    handler: async ({ params }) => handler(params.id),
  });
  return async (id: string, body: object = { names: [] }) => {
    const headers = { 'accept-language': 'en' };
    const answer = await app.inject({ method: 'POST', url: `/thing/save/${id}`, headers, payload: body });
    return { status: answer.statusCode, body: answer.json() };
  };
}

describe('response of a call', () => {
  it('is an envelope with the fields of the contract only', async () => {
    const secret = { id: 7, passwordHash: 'hash' };
    const send = appOf(() => secret);
    expect(await send('a')).toEqual({ status: 200, body: { code: 200, msg: 'Saved', data: { id: 7 } } });
  });

  it('is a server error if the data does not match the contract', async () => {
    const send = appOf(() => ({ id: 0.5 }));
    expect(await send('a')).toMatchObject({ status: 500, body: { code: 500, data: null } });
  });

  it('names each invalid field by its path', async () => {
    const send = appOf(() => ({ id: 1 }));
    const path = (await send('long')).body.data.fields;
    const body = (await send('a', { names: ['ab', 'c', 5] })).body.data.fields;
    expect(path).toEqual([{ path: 'id', msg: expect.stringContaining('3') }]);
    expect(body.map((field: { path: string }) => field.path)).toEqual(['names.1', 'names.2']);
  });

  it('is sent after `afterChange`, even if the handler fails half-way', async () => {
    let changes = 0;
    const send = appOf(
      () => {
        throw new Error('half-way');
      },
      () => {
        changes += 1;
      },
    );
    expect((await send('a')).status).toBe(500);
    expect(changes).toBe(1);
  });
});
