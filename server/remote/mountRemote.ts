import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type RemoteApiOptions, serveRemote } from '#backstage/remote/serveRemote.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import { REMOTE_PATH } from '#shared/contract/remote/token.ts';
import { translate } from '../api/language.ts';
import { addressOf, isTrustedHost, isTrustedOrigin, type Trust } from '../trust.ts';
import type { RemoteLookup } from './remoteLookup.ts';

interface Mounted extends Pick<RemoteApiOptions, 'build' | 'headers' | 'log'> {
  lookup: RemoteLookup;
  trust: Trust;
  trustedProxies: number;
  upgrades: Upgrades;
  /** Whether another node of a cluster passed the request on. */
  isPassedOn: (request: IncomingMessage) => boolean;
}

/** Serves the remote API. Only a token gives access, also on a personal server. Closing the app ends its streams. */
export async function mountRemote(app: FastifyInstance, options: Mounted): Promise<void> {
  const { lookup, trust, trustedProxies, upgrades, isPassedOn, ...others } = options;
  const api = serveRemote(upgrades, {
    ...others,
    find: (token, request) => lookup.find(token, request),
    isTrusted: ({ headers: { host, origin } }: IncomingMessage) =>
      isTrustedHost(host, trust) && (origin === undefined || isTrustedOrigin(origin, host, trust)),
    sentence: ({ code, params }, language) => translate(language, `error.${code}`, params),
    senderOf: (request) => (isPassedOn(request) ? null : addressOf(request, trustedProxies)),
  });
  await app.register(async (scope) => {
    // The API reads bodies itself, with its own limit.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${REMOTE_PATH}/*`, (request, reply) => {
      reply.hijack();
      api.handle(request.raw, reply.raw).catch(() => reply.raw.destroy());
    });
  });
  app.addHook('preClose', async () => api.close());
}
