import type { IncomingMessage } from 'node:http';
import type { Backstage } from '#backstage/api.ts';
import { readRemoteDigests } from '#backstage/remote/remoteStore.ts';
import type { RemoteAnswer, RemoteElsewhere, RemoteFound } from '#backstage/remote/serveRemote.ts';
import { digestOfToken } from '#backstage/store/tokenHolders.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { Hosting } from '../hosting/hosting.ts';
import { TokenIndex } from '../hosting/tokenIndex.ts';

/** Finds the program of a token. Rejects if its host is temporarily not available. */
export interface RemoteLookup {
  find(token: string, request: IncomingMessage): RemoteAnswer | Promise<RemoteAnswer>;
}

/** The programs of all hosts of a cluster. */
export interface SharedRemotes {
  /** Returns the host of a token's hash; null for a wrong token. */
  hostOf(digest: string): Promise<string | null>;
  /** Returns the node that has a host; null if this node may open its backstage. */
  elsewhere(host: string, request: IncomingMessage): Promise<RemoteElsewhere | null>;
}

/** The look-up of a server with one backstage. */
export function remotesIn({ remote }: Backstage): RemoteLookup {
  return {
    find: (token) => {
      const access = remote.admit(token);
      return access === null ? null : { access };
    },
  };
}

/** The look-up of a server with a backstage per account. Opens a closed backstage for a program. */
export class HostedRemotes implements RemoteLookup {
  readonly #hosting: Pick<Hosting, 'backstages' | 'acquire'>;
  readonly #shared: SharedRemotes | null;
  /** Null in a cluster: the folders of this server do not have all tokens. */
  readonly #index: TokenIndex | null;

  constructor(
    dataDir: string,
    hosting: Pick<Hosting, 'backstages' | 'acquire'>,
    shared: SharedRemotes | null = null,
  ) {
    this.#hosting = hosting;
    this.#shared = shared;
    this.#index = shared === null ? new TokenIndex(dataDir, readRemoteDigests) : null;
  }

  /** @throws RingsideError `remote.busy`: the server is full; `cluster.unreachable`, `cluster.otherServer`. */
  async find(token: string, request: IncomingMessage): Promise<RemoteAnswer> {
    for (const { owner, backstage } of this.#hosting.backstages) {
      const access = backstage?.remote.admit(token) ?? null;
      if (access === null) continue;
      return owner.kind === 'host' ? this.#open(owner.key, token) : { access };
    }
    const digest = digestOfToken(token);
    const key = (await this.#index?.accountOf(digest)) ?? (await this.#shared?.hostOf(digest)) ?? null;
    if (key === null) return null;
    return (await this.#shared?.elsewhere(key, request)) ?? (await this.#open(key, token));
  }

  /** Reads the tokens of a host again. Call it when they have changed. */
  refresh(key: string): void {
    this.#index?.refresh(key);
  }

  async #open(key: string, token: string): Promise<RemoteFound | null> {
    const lease = await this.#hosting.acquire({ kind: 'host', key });
    if (lease === null) throw new RingsideError('remote.busy');
    const access = lease.backstage.remote.admit(token);
    if (access !== null) return { access, leave: lease.release };
    lease.release();
    return null;
  }
}
