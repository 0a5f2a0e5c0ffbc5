import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, serverVariables } from '#server/config.ts';

const file = join(import.meta.dirname, '../../../build/docker/cluster.yaml');
const clusterSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()).default({}),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      mem_limit: z.string(),
      pids_limit: z.number(),
    }),
  ),
  configs: z.object({ haproxy: z.object({ content: z.string() }) }),
  volumes: z.record(z.string(), z.object({})),
});
const { services, configs, volumes } = clusterSchema.parse(
  parse(readFileSync(file, 'utf8'), { merge: true }),
);
const named = (prefix: string) => Object.keys(services).filter((name) => name.startsWith(prefix));

const values: Record<string, string> = {
  PUBLIC_URL: 'https://ringside.example',
  POSTGRES_PASSWORD: 'letters1',
  NODE_SECRET: 'a-secret-of-all-nodes-of-32-bytes',
};
const filled = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_whole, name: string, kind: string, otherwise = '') => values[name] ?? (kind === '-' ? otherwise : ''),
  );

describe('the compose file of a cluster', () => {
  it('starts three servers that know each other by name and by one secret', () => {
    const nodes = named('ringside-').map((name) => {
      const { environment = {} } = services[name] ?? {};
      for (const variable of Object.keys(environment)) expect(serverVariables).toContain(variable);
      const entries = Object.entries(environment).map(([variable, text]) => [variable, filled(text)]);
      return readConfig(Object.fromEntries(entries), '/app').node;
    });
    expect(nodes.map((node) => node?.id)).toEqual(['ringside-1', 'ringside-2', 'ringside-3']);
    expect(nodes.map((node) => node?.address)).toEqual(
      ['ringside-1', 'ringside-2', 'ringside-3'].map((name) => `http://${name}:5180`),
    );
    expect(new Set(nodes.map((node) => node?.secret)).size).toBe(1);
    expect(new Set(nodes.map((node) => node?.databaseUrl))).toEqual(
      new Set(['postgresql://postgres:letters1@proxy:5432/postgres']),
    );
  });

  it('sends browsers to ready servers only, and servers to the primary of three databases', () => {
    const { content } = configs.haproxy;
    for (const name of named('ringside-')) expect(content).toContain(`server ${name} ${name}:5180`);
    expect(named('database-')).toHaveLength(3);
    for (const name of named('database-')) expect(content).toContain(`server ${name} ${name}:5432`);
    expect(content).toMatch(
      /backend servers[\s\S]*GET \/api\/ready[\s\S]*listen primary[\s\S]*GET \/primary/,
    );
  });

  it('commits with a quorum of standbys, and never drops them silently', () => {
    for (const name of named('database-')) {
      const { SPILO_CONFIGURATION = '' } = services[name]?.environment ?? {};
      expect(parse(SPILO_CONFIGURATION)).toMatchObject({
        bootstrap: {
          dcs: { synchronous_mode: 'quorum', synchronous_mode_strict: true, synchronous_node_count: 1 },
        },
      });
    }
  });

  it('stores data in volumes, and publishes one port on loopback only', () => {
    for (const { volumes: mounted } of Object.values(services)) {
      for (const each of mounted) expect(Object.keys(volumes)).toContain(each.split(':')[0]);
    }
    expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual(['127.0.0.1:5180:5180']);
  });
});
