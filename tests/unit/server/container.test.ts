import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, serverVariables } from '#server/config.ts';
import { baseImages, readInstructions } from '#tests/support/dockerfile.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const instructions = readInstructions(read('build/docker/Dockerfile'));
const last = (name: string) => instructions.findLast((each) => each.name === name)?.rest ?? '';

const hardenedSchema = z.object({
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string(),
  pids_limit: z.number(),
  logging: z.object({
    driver: z.literal('json-file'),
    options: z.object({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
});
const composeSchema = z.object({
  services: z.object({
    ringside: hardenedSchema.extend({
      build: z.object({
        context: z.string(),
        dockerfile: z.string(),
        args: z.object({ BASE_IMAGE: z.string() }),
      }),
      depends_on: z.object({ database: z.object({ condition: z.literal('service_healthy') }) }),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string()),
      volumes: z.array(z.string()),
    }),
    database: hardenedSchema.extend({
      image: z.string(),
      environment: z.record(z.string(), z.string()),
      healthcheck: z.object({ test: z.string() }),
      volumes: z.array(z.string()),
    }),
  }),
  volumes: z.record(z.string(), z.object({})),
});
const compose = composeSchema.parse(parse(read('build/docker/compose.yaml')));

/** Replaces the variables of a compose file with `values` or their defaults. */
const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (whole, name: string, fallback = '') =>
    whole.includes(':?') ? (values[name] ?? '') : (values[name] ?? fallback),
  );

describe('the image of the server', () => {
  it('runs the server with the Node of the project, and not as root', () => {
    const pinned = z.object({ devDependencies: z.object({ node: z.string() }) });
    const { node } = pinned.parse(JSON.parse(read('package.json'))).devDependencies;
    const images = baseImages(instructions);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(new RegExp(`^node:${node}-`));
    expect(last('USER')).toBe('node');
    const [program, script = ''] = z.array(z.string()).parse(JSON.parse(last('CMD')));
    expect(program).toBe('node');
    expect(existsSync(join(root, script))).toBe(true);
  });

  it('uses a pinned BASE_IMAGE for both stages, with docker build and with the compose file', () => {
    const pinned = `node@sha256:${'a'.repeat(64)}`;
    expect(baseImages(instructions, { BASE_IMAGE: pinned })).toEqual([pinned, pinned]);
    const { args } = compose.services.ringside.build;
    expect(filled(args.BASE_IMAGE, { BASE_IMAGE: pinned })).toBe(pinned);
    expect(filled(args.BASE_IMAGE, {})).toBe(baseImages(instructions)[0]);
    const database = `postgres@sha256:${'b'.repeat(64)}`;
    expect(filled(compose.services.database.image, { POSTGRES_IMAGE: database })).toBe(database);
  });

  it('has a valid configuration, and exposes its port', () => {
    const pairs = last('ENV').trim().split(/\s+/);
    const config = readConfig(Object.fromEntries(pairs.map((pair) => pair.split('=', 2))), '/app');
    expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/data', personal: false });
    expect(config.accounts).toMatchObject({ production: true, logToStdout: true });
    expect(last('EXPOSE')).toBe(String(config.port));
    expect(last('HEALTHCHECK')).toContain(`http://127.0.0.1:${config.port}/api/health`);
    expect(last('VOLUME')).toBe(config.dataDir);
  });
});

describe('the compose file', () => {
  const { ringside, database } = compose.services;

  it('configures the server with only the two required values', () => {
    const values = { PUBLIC_URL: 'https://ringside.example', POSTGRES_PASSWORD: 'letters1' };
    const environment = Object.fromEntries(
      Object.entries(ringside.environment).map(([name, text]) => [name, filled(text, values)]),
    );
    const { publicUrl, personal, accounts } = readConfig(environment, '/app');
    expect([publicUrl?.href, personal]).toEqual(['https://ringside.example/', false]);
    expect(accounts).toMatchObject({
      databaseUrl: 'postgresql://ringside:letters1@database:5432/ringside',
      trustedProxies: 1,
      smtpUrl: null,
      metricsToken: null,
    });
    expect(database.environment).toEqual({
      POSTGRES_USER: 'ringside',
      POSTGRES_DB: 'ringside',
      POSTGRES_PASSWORD: expect.stringContaining('POSTGRES_PASSWORD'),
    });
  });

  it('passes only variables that the server reads, among them those that operators set', () => {
    const given = Object.keys(ringside.environment);
    for (const name of given) expect(serverVariables).toContain(name);
    expect(given).toEqual(expect.arrayContaining(['SHOW_DAYS', 'LOG_DAYS', 'SIGN_URL', 'SIGN_KEY']));
  });

  it('stores data in volumes, and publishes its port on loopback only', () => {
    for (const volume of [...ringside.volumes, ...database.volumes]) {
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
    }
    expect(ringside.ports).toEqual(['127.0.0.1:5180:5180']);
    expect(existsSync(join(root, 'build/docker', ringside.build.context, ringside.build.dockerfile))).toBe(
      true,
    );
    // The minor release of PostgreSQL is pinned.
    expect(filled(database.image, {})).toMatch(/^postgres:\d+\.\d+-/);
  });
});
