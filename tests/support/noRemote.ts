import type { RemoteEndpoint } from '#backstage/remote/remoteEndpoint.ts';

/** The remote endpoint of a backstage without tokens. */
export const noRemote: RemoteEndpoint = {
  admit: () => null,
  serveAt: () => undefined,
  onTokens: () => () => undefined,
};
