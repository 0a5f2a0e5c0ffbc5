import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type ApiCall,
  envelopeSchema,
  fieldErrorsSchema,
  noData,
  waitSchema,
} from '#shared/contract/api/call.ts';
import { everyCall } from '#shared/contract/api/index.ts';

const names = new Map(everyCall.map(({ name, call }) => [call, name]));

/**
 * Serves the OpenAPI document of all routes registered later at `/docs/json`, and a page for it at `/docs`. Imports
 * both packages on demand, because most servers do not serve the page.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ringside',
        version: '1',
        description:
          'Every response is an envelope { code, msg, data }. Code 200 means success. An error has its own code and an HTTP status. Accept-Language (en, ja, zh_CN) selects the language of messages, and Time-Zone the time zone of days.',
      },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { call } = route.route.config ?? {};
      if (call === undefined) return { schema: { hide: true }, url: route.url };
      const body = hasFields(call.body) ? route.schema?.body : undefined;
      const documented = { ...route.schema, ...description(call), body, response: responses(call) };
      return jsonSchemaTransform({ ...route, schema: documented });
    },
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    theme: { title: 'Ringside API' },
    // The validator's badge is an image from another site.
    uiConfig: { validatorUrl: null, docExpansion: 'none' },
  });
}

function description(call: ApiCall) {
  const name = names.get(call) ?? call.path;
  const isPublic = call.access === 'public';
  const needed =
    call.access === 'signedIn' ? 'Requires a sign-in.' : `Requires the permission ${call.access}.`;
  return {
    operationId: name,
    tags: [name.split('.')[0] ?? ''],
    summary: call.summary,
    description: isPublic ? 'Requires no sign-in.' : needed,
    security: isPublic ? [] : [{ token: [] }],
    'x-access': call.access,
  };
}

const hasFields = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0);

const answer = (text: string, data: z.ZodType) => ({
  description: text,
  content: { 'application/json': { schema: envelopeSchema.extend({ data }) } },
});

const invalid = answer('Invalid input; data lists the invalid fields.', fieldErrorsSchema);
const signedOut = answer('Not signed in (code 500), or the sign-in has ended (code 405).', noData);
const forbidden = answer('The caller lacks a permission.', noData);
const tooMany = answer('Too many calls; data has the time to wait.', waitSchema);
const other = answer('Any other error.', envelopeSchema.shape.data);

const responses = ({ access, file, data }: ApiCall) => ({
  200:
    file === null
      ? answer('Success.', data)
      : { description: 'The file.', content: { [file]: { schema: data } } },
  400: invalid,
  ...(access === 'public' ? {} : { 401: signedOut, 403: forbidden }),
  429: tooMany,
  default: other,
});
