import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildImage, IMAGE_USER, type Image, imageEnv } from '#tests/support/dockerfile.ts';

const root = join(import.meta.dirname, '../../..');

/** An upper bound: `npm ci` without a filled cache, and two builds, on a busy machine. */
const BUILD_WITHIN_MS = 240_000;

describe('the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-image-'));
  // The user of the image needs access to its files.
  chmodSync(folder, 0o755);
  let server: ChildProcess | null = null;
  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** Runs the command of the image as its user. Resolves to the address when the server is ready. */
  const start = async (image: Image): Promise<string> => {
    const [command = '', ...args] = image.command;
    expect(image.user).toBe(IMAGE_USER.name);
    const { uid, gid } = IMAGE_USER;
    const child = spawn(command, args, {
      cwd: join(image.root, image.workdir),
      env: { ...imageEnv(image), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
    server = child;
    let output = '';
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += String(chunk);
        const url = /Ringside is ready: (\S+)/.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    });
  };

  it(
    'builds from the files in the build context, starts as its own user, and answers requests',
    async () => {
      const { HOME = '', PATH = '', npm_config_cache: cache = join(HOME, '.npm') } = process.env;
      const image = await buildImage({
        dockerfile: join(root, 'build/docker/Dockerfile'),
        context: root,
        ignoreFile: join(root, 'build/docker/Dockerfile.dockerignore'),
        folder,
        // Use the cache of earlier downloads.
        env: { PATH, npm_config_cache: cache, npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
      });
      const url = await start(image);
      const health = await fetch(new URL('api/health', url));
      expect([health.status, await health.json()]).toMatchObject([200, { data: { counting: false } }]);
      for (const page of ['', 'overlay/']) {
        const answer = await fetch(new URL(page, url));
        expect([page, answer.status]).toEqual([page, 200]);
        expect(await answer.text()).toContain('<script');
      }
      const gone = server === null ? null : once(server, 'exit');
      server?.kill('SIGTERM');
      expect(await gone).toEqual([0, null]);
    },
    BUILD_WITHIN_MS,
  );
});
