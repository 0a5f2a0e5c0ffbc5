import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the files of the built web app that are there now, and its page at every other path: those are screens of the
 * app, which finds its own way from the path. Whatever else is asked for is answered with 404 and the usual envelope.
 */
export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    // One route and a list instead of a route for each of two hundred files.
    serve: false,
    index: false,
    // Built files carry a hash of their content in the name; the page that names them must stay fresh.
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

/** The paths of all files below a folder but the hidden ones, with `/` between their parts. */
function filesIn(folder: string, below = ''): string[] {
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, `${path}/`);
    return entry.isFile() && !entry.name.startsWith('.') ? [path] : [];
  });
}

/** Nothing where there is no such folder, or none any more. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
