import type { Backstage } from '#backstage/api.ts';
import { digestOfRemote, readRemoteDigests } from '#backstage/remote/remoteStore.ts';
import type { RemoteFound } from '#backstage/remote/serveRemote.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { Hosting } from '../hosting/hosting.ts';
import { TokenIndex } from '../hosting/tokenIndex.ts';

/** Finds the program of a token. Rejects if its host is temporarily not available. */
export interface RemoteLookup {
  find(token: string): RemoteFound | null | Promise<RemoteFound | null>;
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
  /** Null in a cluster: the folders of this server do not have all tokens. */
  readonly #index: TokenIndex | null;

  constructor(
    dataDir: string,
    hosting: Pick<Hosting, 'backstages' | 'acquire'>,
    { isCluster = false }: { isCluster?: boolean } = {},
  ) {
    this.#hosting = hosting;
    this.#index = isCluster ? null : new TokenIndex(dataDir, readRemoteDigests);
  }

  /** @throws RingsideError `remote.busy`: the server is full, or another server of the cluster may have the host. */
  async find(token: string): Promise<RemoteFound | null> {
    for (const { owner, backstage } of this.#hosting.backstages) {
      const access = backstage?.remote.admit(token) ?? null;
      if (access === null) continue;
      return owner.kind === 'host' ? this.#open(owner.key, token) : { access };
    }
    if (this.#index === null) throw new RingsideError('remote.busy');
    const key = await this.#index.accountOf(digestOfRemote(token));
    return key === null ? null : this.#open(key, token);
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
