import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the files of the built web app. Every other path that looks like a screen gets `index.html`; the rest gets a
 * 404 envelope.
 */
export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    // Use one route and a set of files instead of two hundred routes.
    serve: false,
    index: false,
    // Built file names contain a hash of the content. `index.html` has no hash, so it is sent with `no-cache`.
    immutable: true,
    maxAge: '365d',
  });
  const files = new Set(filesIn(webDir));
  const hasPage = existsSync(join(webDir, 'index.html'));
  app.get('/*', async (request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(1);
    if (files.has(path)) return reply.sendFile(path);
    return reply.callNotFound();
  });
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
    const lastPart = request.url.split('?')[0]?.split('/').pop() ?? '';
    if (!wantsPage || lastPart.includes('.') || !hasPage) {
      return reply.code(404).send({ code: 404, msg: 'Not Found', data: null });
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { maxAge: 0, immutable: false });
  });
}

/** Returns the paths of all files below a folder except hidden ones, with `/` as the separator. */
function filesIn(folder: string, below = ''): string[] {
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, `${path}/`);
    return entry.isFile() && !entry.name.startsWith('.') ? [path] : [];
  });
}

/** Lists a folder. Returns an empty list if it does not exist. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
