import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { envelopeSchema } from '#shared/contract/api/call.ts';
import { api, everyCall } from '#shared/contract/api/index.ts';
import { hostile, valid } from '../support/fromSchema.ts';
import type { TestServer } from '../support/harness.ts';
import { withPermissions } from '../support/permissions.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: z.record(z.string(), z.unknown()),
});
const operationSchema = z.object({
  operationId: z.string(),
  'x-access': z.string(),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
type Operation = z.infer<typeof operationSchema>;

const RUNS = 12;

/** Sorts the calls that change rights to the end. */
function orderly<O extends { operation: Operation }>(operations: readonly O[]): O[] {
  const isOfAccess = ({ operation }: O) => /^(?:role|menu):/.test(operation['x-access']);
  return [...operations].sort((a, b) => Number(isOfAccess(a)) - Number(isOfAccess(b)));
}

type Value = (schema: Record<string, unknown>) => fc.Arbitrary<unknown>;

interface Sent {
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** Requests of an operation. `value` generates each value from its schema. */
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
    it('answers valid, invalid and hostile input in the envelope, and never with a server fault', async () => {
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
      // Do not use an administrator: a random call may delete the account, which other tests need.
      const accesses = operations.map(({ operation }) => operation['x-access']);
      const clerk = () =>
        withPermissions(
          running,
          accesses.filter((access) => access.includes(':')),
        );
      let { token } = await clerk();
      const statuses = new Map<number, number>();
      const reached = new Set<string>();
      for (const { path, method, operation } of orderly(operations)) {
        const isPublic = operation['x-access'] === 'public';
        const documented = everyCall.find(({ name }) => name === operation.operationId);
        const made = fc.oneof(
          { weight: 3, arbitrary: requests(path, operation, valid) },
          { weight: 2, arbitrary: requests(path, operation, hostile) },
        );
        for (const sent of fc.sample(made, { numRuns: RUNS, seed: 20_260 })) {
          const ask = () =>
            client.send(method, sent.path, {
              query: sent.query,
              body: sent.body,
              ...(isPublic ? {} : { token }),
            });
          let answer = await ask();
          if (!isPublic && answer.status === 401) {
            // The random call has signed the account out or deleted it: continue with a new account.
            ({ token } = await clerk());
            answer = await ask();
          }
          const at = `${method} ${sent.path.slice(0, 80)} ${JSON.stringify(sent.body)?.slice(0, 200)}: ${answer.text.slice(0, 200)}`;
          expect(answer.status, at).toBeLessThan(500);
          if (![401, 403, 429].includes(answer.status)) reached.add(operation.operationId);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (operation.operationId === 'log.exportCsv' && answer.status === 200) continue;
          const { success, data } = envelopeSchema.safeParse(JSON.parse(answer.text));
          expect(success, at).toBe(true);
          if (data?.code === 200)
            expect(documented?.call.data.safeParse(data.data).error, at).toBeUndefined();
        }
        const { code } = await client.call(api.account.info, { token });
        if (code !== 200) ({ token } = await clerk());
      }
      const names = operations.map(({ operation }) => operation.operationId);
      expect(names.filter((name) => !reached.has(name))).toEqual([]);
      // Some input must reach the handlers, not only the validation.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(200);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(200);
      expect(statuses.get(429) ?? 0).toBeLessThan(50);
    });
  });
}
