import { z } from 'zod';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { envelopeSchema, fieldErrorsSchema, waitSchema } from '#shared/contract/api/envelope.ts';
import { everyCall } from '#shared/contract/api/index.ts';

type Json = Record<string, unknown>;

const BODY_METHODS = new Set(['POST', 'PUT']);

/** The OpenAPI 3.1 document of every call, made from the schemas that the server itself checks with. */
export function openApiDocument(): Json {
  const definitions: Json = {};
  const paths: Record<string, Json> = {};
  for (const { name, call } of everyCall) {
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: operation(name, call, definitions),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringside',
      version: '1',
      description:
        'Every answer is an envelope { code, msg, data }; code 200 is success. Errors carry a code of their own and an HTTP status.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: definitions,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Invalid: envelopeResponse(
          'Something is not valid.',
          schemaOf(fieldErrorsSchema, 'output', definitions),
        ),
        SignedOut: envelopeResponse('Not signed in (code 500), or not any more (code 405).', {
          type: 'null',
        }),
        Forbidden: envelopeResponse('A permission is missing.', { type: 'null' }),
        TooMany: envelopeResponse(
          'Too many; data says how long to wait.',
          schemaOf(waitSchema, 'output', definitions),
        ),
        Error: envelopeResponse('Any other error.', {}),
      },
    },
  };
}

function operation(name: string, call: ApiCall, definitions: Json): Json {
  const isPublic = call.access === 'public';
  const needed = call.access === 'signedIn' ? 'Needs a sign-in.' : `Needs the permission ${call.access}.`;
  const error = (response: string) => ({ $ref: `#/components/responses/${response}` });
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: call.summary,
    description: isPublic ? 'Needs no sign-in.' : needed,
    security: isPublic ? [] : [{ token: [] }],
    'x-access': call.access,
    parameters: [
      ...parameters(call.params, 'path', definitions),
      ...parameters(call.query, 'query', definitions),
    ],
    ...(BODY_METHODS.has(call.method) && hasFields(call.body)
      ? { requestBody: { required: true, content: jsonContent(schemaOf(call.body, 'input', definitions)) } }
      : {}),
    responses: {
      200: success(call, definitions),
      400: error('Invalid'),
      ...(isPublic ? {} : { 401: error('SignedOut'), 403: error('Forbidden') }),
      429: error('TooMany'),
      default: error('Error'),
    },
  };
}

function success(call: ApiCall, definitions: Json): Json {
  if (call.file !== null) {
    return { description: 'The file.', content: { [call.file]: { schema: { type: 'string' } } } };
  }
  return envelopeResponse('Success.', schemaOf(call.data, 'output', definitions));
}

const envelope = z.toJSONSchema(envelopeSchema.omit({ data: true }));

function envelopeResponse(description: string, data: Json): Json {
  const { $schema: _dialect, ...shape } = envelope;
  const schema = { ...shape, properties: { ...shape.properties, data }, required: ['code', 'msg', 'data'] };
  return { description, content: jsonContent(schema) };
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

const hasFields = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0);

function parameters(schema: z.ZodType, place: 'path' | 'query', definitions: Json): Json[] {
  const { properties, required } = schemaOf(schema, 'input', definitions);
  const names = Array.isArray(required) ? required : [];
  return Object.entries(Object(properties)).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: shape,
  }));
}

/** A zod schema as JSON Schema; what it names goes to the components and is referred to. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', definitions: Json): Json {
  const { $schema: _dialect, $defs, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs ?? {})) definitions[name] = relocate(definition);
  return Object(relocate(shape));
}

/** Turns references to a schema's own definitions into references to the document's. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === '$ref' && typeof entry === 'string'
        ? entry.replace('#/$defs/', '#/components/schemas/')
        : relocate(entry),
    ]),
  );
}
