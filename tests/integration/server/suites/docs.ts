import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyCall } from '#shared/contract/api/index.ts';
import { startServer, type TestServer } from '../support/harness.ts';

/** The calls in the product's specification. */
const SPECIFIED = [
  'POST /user/verification_code',
  'POST /user/signup',
  'POST /user/signin',
  'POST /user/add',
  'POST /user/signout',
  'GET /user/info',
  'GET /user/list/{a}/{b}',
  'GET /user/roles/{id}',
  'PUT /user/update',
  'PUT /user/update/status/{id}',
  'POST /user/save/roles/{id}',
  'GET /user/echo/{id}',
  'DELETE /user/delete/{id}',
  'DELETE /user/batch/delete/{ids}',
  'POST /user/reset/pwd',
];

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.literal('/api') })).length(1),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        'x-access': z.string(),
        responses: z.record(z.string(), z.object({ description: z.string() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

export function docsSuite(server: () => TestServer): void {
  describe('the API document', () => {
    const read = async () => {
      const { text } = await server().client.send('GET', '/docs/json');
      const document = documentSchema.parse(JSON.parse(text));
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      return { text, document, operations };
    };

    it('has every call of the specification, and the same calls for every managed resource', async () => {
      const { operations } = await read();
      const shapes = operations.map((name) => name.replace('{page}/{size}', '{a}/{b}'));
      expect(shapes).toEqual(expect.arrayContaining(SPECIFIED));
      for (const subject of ['role', 'dict', 'dict_data', 'notice', 'version']) {
        expect(shapes).toEqual(
          expect.arrayContaining([
            `GET /${subject}/list/{a}/{b}`,
            `POST /${subject}/add`,
            `PUT /${subject}/update`,
            `PUT /${subject}/update/status/{id}`,
            `GET /${subject}/echo/{id}`,
            `DELETE /${subject}/delete/{id}`,
            `DELETE /${subject}/batch/delete/{ids}`,
          ]),
        );
      }
    });

    it('has each call once, with its responses and no broken reference', async () => {
      const { text, document, operations } = await read();
      expect(operations.sort()).toEqual(everyCall.map(({ call }) => `${call.method} ${call.path}`).sort());
      for (const methods of Object.values(document.paths)) {
        for (const { responses } of Object.values(methods)) {
          expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '429', 'default']));
        }
      }
      for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
        expect(Object.keys(document.components.schemas)).toContain(name);
      }
      expect(text).not.toContain('#/$defs/');
    });

    it('has a page that loads scripts and styles from this server only', async () => {
      const { client } = server();
      const page = await client.send('GET', '/docs');
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      const sources = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source = '']) => source);
      expect(sources.length).toBeGreaterThan(3);
      for (const source of sources) {
        expect(source).toMatch(/^\/api\/docs\/static\//);
        expect((await client.send('GET', source.replace('/api', ''))).status).toBe(200);
      }
      expect(page.text).not.toMatch(/<script>|<script [^>]*>\s*\S+\s*<\/script>/);
    });

    it('is served only with API_DOCS=1', async () => {
      const closed = await startServer({ env: { API_DOCS: '' } });
      for (const path of ['/docs', '/docs/json', '/docs/static/swagger-ui.css']) {
        expect((await closed.client.send('GET', path)).status).toBe(404);
      }
      await closed.close();
    });
  });
}
