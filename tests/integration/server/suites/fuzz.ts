import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { envelopeSchema } from '#shared/contract/api/envelope.ts';
import { hostile, valid } from '../support/fromSchema.ts';
import type { TestServer } from '../support/harness.ts';
import { withPermissions } from './admin.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: z.record(z.string(), z.unknown()),
});
const operationSchema = z.object({
  operationId: z.string(),
  'x-access': z.string(),
  parameters: z.array(parameterSchema),
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
type Operation = z.infer<typeof operationSchema>;

/** Calls that would end the test itself, or the account that it runs as. */
const LEFT_OUT = new Set([
  'account.signout',
  'account.signoutOthers',
  'account.deleteAccount',
  'account.changePassword',
]);
const RUNS = 12;

type Value = (schema: Record<string, unknown>) => fc.Arbitrary<unknown>;

interface Sent {
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** Requests of an operation whose every value is made by `value` from its schema. */
function requests(path: string, operation: Operation, value: Value): fc.Arbitrary<Sent> {
  const parameters = fc.tuple(...operation.parameters.map((parameter) => value(parameter.schema)));
  const bodySchema = operation.requestBody?.content['application/json'].schema;
  const body = bodySchema === undefined ? fc.constant(undefined) : value(bodySchema);
  return fc.tuple(parameters, body).map(([values, made]) => {
    let filled = path;
    const query: Record<string, string> = {};
    for (const [index, parameter] of operation.parameters.entries()) {
      const text = asText(values[index]);
      if (parameter.in === 'path')
        filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text) || '0');
      else if (values[index] !== undefined) query[parameter.name] = text;
    }
    return { path: filled, query, body: made };
  });
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 500);

export function fuzzSuite(server: () => TestServer): void {
  describe('every call of the API document', () => {
    it('answers valid, invalid and hostile input in the envelope, and never as its own fault', async () => {
      const running = server();
      const { client } = running;
      const { text } = await client.send('GET', '/docs/json');
      const { paths } = documentSchema.parse(JSON.parse(text));
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          path,
          method: method.toUpperCase(),
          operation,
        })),
      );
      expect(operations.length).toBeGreaterThan(90);
      // Not an administrator: what this one deletes by chance is not what the other tests need.
      const names = operations
        .map(({ operation }) => operation['x-access'])
        .filter((name) => name.includes(':'));
      const mayDoAll = names.filter((name) => !name.startsWith('role:') && !name.startsWith('menu:'));
      const clerk = await withPermissions(running, mayDoAll);
      const statuses = new Map<number, number>();
      for (const { path, method, operation } of operations) {
        if (LEFT_OUT.has(operation.operationId)) continue;
        const isPublic = operation['x-access'] === 'public';
        const made = fc.oneof(
          { weight: 3, arbitrary: requests(path, operation, valid) },
          { weight: 2, arbitrary: requests(path, operation, hostile) },
        );
        for (const sent of fc.sample(made, { numRuns: RUNS, seed: 20_260 })) {
          const answer = await client.send(method, sent.path, {
            query: sent.query,
            body: sent.body,
            ...(isPublic ? {} : { token: clerk.token }),
          });
          const at = `${method} ${sent.path.slice(0, 80)} ${JSON.stringify(sent.body)?.slice(0, 200)}: ${answer.text.slice(0, 200)}`;
          expect(answer.status, at).toBeLessThan(500);
          if (!(operation.operationId === 'log.exportCsv' && answer.status === 200)) {
            expect(envelopeSchema.safeParse(JSON.parse(answer.text)).success, at).toBe(true);
          }
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      }
      // The input has to reach the handlers, not only the checks before them.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(200);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(200);
      expect(statuses.get(429) ?? 0).toBeLessThan(50);
    });
  });
}
