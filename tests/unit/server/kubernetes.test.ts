import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, serverVariables } from '#server/config.ts';

const file = join(import.meta.dirname, '../../../build/kubernetes/ringside.yaml');
const documents = parseAllDocuments(readFileSync(file, 'utf8')).map((each): unknown => each.toJS());

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
const containerSchema = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  ports: z.tuple([z.object({ name: z.literal('http'), containerPort: z.number() })]),
  startupProbe: probe,
  readinessProbe: probe,
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const setSchema = z.object({
  kind: z.literal('StatefulSet'),
  spec: z.object({
    replicas: z.literal(3),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number().min(30),
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([containerSchema]),
      }),
    }),
  }),
});
const set = documents.flatMap((each) => setSchema.safeParse(each).data ?? [])[0];
const container = set?.spec.template.spec.containers[0];

describe('the manifests for Kubernetes', () => {
  it('run three servers that are not root and write to volumes only', () => {
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
  });

  it('set variables that the server reads, and all that a cluster needs', () => {
    const values: Record<string, string> = {
      NODE_ID: 'ringside-0',
      NODE_ADDRESS: 'http://10.0.0.2:5180',
      DATABASE_URL: 'postgresql://database/ringside',
      NODE_SECRET: 'a-secret-of-all-nodes-of-32-bytes',
      METRICS_TOKEN: 'a-token-of-the-monitor',
    };
    const names = container?.env.map(({ name }) => name).filter((name) => name !== 'POD_IP') ?? [];
    for (const name of names) expect(serverVariables).toContain(name);
    const given = container?.env.map(({ name, value }) => [name, values[name] ?? value]) ?? [];
    const config = readConfig({ HOST: '0.0.0.0', ...Object.fromEntries(given) }, '/');
    expect(config.node).toMatchObject({ id: 'ringside-0', address: 'http://10.0.0.2:5180' });
    expect(config.port).toBe(container?.ports[0].containerPort);
  });

  it('ask the server whether it has started and whether it is ready', () => {
    expect(container?.startupProbe.httpGet.path).toBe('/api/health');
    expect(container?.readinessProbe.httpGet.path).toBe('/api/ready');
  });
});
