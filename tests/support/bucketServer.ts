import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A small S3-compatible store. It checks the signature (AWS Signature Version 4) and the hash of each request. */
export interface BucketServer {
  url: string;
  objects: Map<string, Buffer>;
  /** How many requests were refused, by reason. */
  refused: string[];
  /** While it is false, each request is answered with 503. */
  isUp: boolean;
  /** While it is true, no request is answered. */
  isStuck: boolean;
  /** How many requests were not answered. */
  unanswered: number;
  close(): Promise<void>;
}

export const BUCKET_KEY = { keyId: 'AKIATEST', secret: 'secret/of+the=test', region: 'eu-test-1' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns why a request is refused; null if its signature and its content are right. */
function refusalOf(request: IncomingMessage, body: Buffer): string | null {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers;
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ?? [];
  const [keyId, day = '', region = '', service = '', end = ''] = (scope ?? '').split('/');
  if (names === undefined || typeof date !== 'string' || typeof hash !== 'string') return 'unsigned';
  if (keyId !== BUCKET_KEY.keyId || region !== BUCKET_KEY.region || service !== 's3') return 'key';
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!names.split(';').includes(needed)) return `${needed} is not signed`;
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const [path, query = ''] = (request.url ?? '').split('?');
  const canonical = [request.method, path, query, headers.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, [day, region, service, end].join('/'), sha256(canonical)].join(
    '\n',
  );
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${BUCKET_KEY.secret}`);
  if (hmac(key, text).toString('hex') !== signature) return 'signature';
  if (request.method === 'PUT' && sha256(body) !== hash) return 'content';
  return null;
}

export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '') =>
      response.writeHead(status).end(status === 204 ? undefined : content);
    const key = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    if (bucket.isStuck) {
      bucket.unanswered += 1;
      return;
    }
    if (!bucket.isUp) return answer(503, '<Error><Code>SlowDown</Code></Error>');
    const refusal = refusalOf(request, body);
    if (refusal !== null) {
      refused.push(refusal);
      return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const found = objects.get(key);
    return found === undefined ? answer(404, '<Error><Code>NoSuchKey</Code></Error>') : answer(200, found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const bucket: BucketServer = {
    url: `http://127.0.0.1:${port}/shows/`,
    objects,
    refused,
    isUp: true,
    isStuck: false,
    unanswered: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bucket;
}
