import { z } from 'zod';
import { actionResultSchema, remoteActionFacts, remoteActionNames } from '#shared/contract/remote/actions.ts';
import { fromProgramSchema, toProgramSchema } from '#shared/contract/remote/socket.ts';
import { remoteChangeSchema, remoteErrorSchema, remoteStateSchema } from '#shared/contract/remote/state.ts';
import { REMOTE_PATH } from '#shared/contract/remote/token.ts';

/** The JSON schema of what a program sends (`input`) or gets (`output`). */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...content } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return content;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusal = (description: string) => ({
  description,
  content: json({ type: 'object', required: ['error'], properties: { error: ref('Error') } }),
});

const refusals = {
  400: refusal('Invalid parameters; `params.field` names the field.'),
  401: refusal('No token, or a wrong or revoked one.'),
  403: refusal('The token may only look.'),
  404: refusal('There is no such action.'),
  409: refusal('The show does not allow the action now.'),
  412: refusal('The state that the action depends on has changed since `ifRevision`.'),
  422: refusal('The idempotency key belongs to another request.'),
  429: refusal('Too many requests; Retry-After has the seconds to wait.'),
  503: refusal('Busy; try again after Retry-After seconds.'),
};

const description =
  'Reads and steers the show. Votes are in tenths, times are ms since 1970. The token of a program, made under Setting, goes into the header Authorization. Sentences follow Accept-Language (en, ja, zh_CN).';

let openApi: { build: string; document: object } | null = null;

/** The OpenAPI document of the remote API. */
export function openApiDocument(build: string): object {
  if (openApi?.build === build) return openApi.document;
  const paths = {
    '/state': {
      get: {
        operationId: 'state',
        summary: 'Reads the state.',
        responses: {
          200: { description: 'The state.', content: json(ref('State')) },
          ...pick(401, 429, 503),
        },
      },
    },
    '/events': {
      get: {
        operationId: 'events',
        summary: 'Streams the state and its changes as server-sent events named `state` and `change`.',
        responses: {
          200: { description: 'The stream.', content: { 'text/event-stream': { schema: ref('Change') } } },
          ...pick(401, 429, 503),
        },
      },
    },
    ...Object.fromEntries(remoteActionNames.map((name) => [`/actions/${name}`, { post: operationOf(name) }])),
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ringside remote API', version: build, description },
    servers: [{ url: REMOTE_PATH }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        State: schemaOf(remoteStateSchema, 'output'),
        Change: schemaOf(remoteChangeSchema, 'output'),
        Result: schemaOf(actionResultSchema, 'output'),
        Error: schemaOf(remoteErrorSchema, 'output'),
      },
    },
  };
  openApi = { build, document };
  return document;
}

function pick(...codes: (keyof typeof refusals)[]): object {
  return Object.fromEntries(codes.map((code) => [code, refusals[code]]));
}

function operationOf(name: (typeof remoteActionNames)[number]): object {
  const { summary, params, onScreen } = remoteActionFacts(name);
  const body = params.extend({
    ifRevision: z.number().int().optional().describe('The revision on which the decision is based.'),
  });
  const place = onScreen === true ? 'Runs on every open page of the tool.' : 'Needs a token that may steer.';
  return {
    operationId: name,
    summary,
    description: place,
    parameters: [
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } },
      { name: 'If-Match', in: 'header', schema: { type: 'string' }, description: 'As `ifRevision`.' },
    ],
    requestBody: { required: false, content: json(schemaOf(body, 'input')) },
    responses: { 200: { description: 'Done.', content: json(ref('Result')) }, ...refusals },
  };
}

let asyncApi: { build: string; document: object } | null = null;

/** The AsyncAPI document of the WebSocket. */
export function asyncApiDocument(build: string): object {
  if (asyncApi?.build === build) return asyncApi.document;
  const document = {
    asyncapi: '3.0.0',
    info: { title: 'Ringside remote API', version: build, description },
    channels: {
      socket: {
        address: `${REMOTE_PATH}/socket`,
        description:
          'Send the token in the header Authorization, or from a browser as the subprotocol `ringside.token.<token>` beside `ringside`. The first message is the state; changes follow in the order of their revisions.',
        messages: {
          fromProgram: { payload: schemaOf(fromProgramSchema, 'input') },
          toProgram: { payload: schemaOf(toProgramSchema, 'output') },
        },
      },
    },
    operations: {
      act: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        messages: [{ $ref: '#/channels/socket/messages/fromProgram' }],
      },
      follow: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        messages: [{ $ref: '#/channels/socket/messages/toProgram' }],
      },
    },
  };
  asyncApi = { build, document };
  return document;
}
