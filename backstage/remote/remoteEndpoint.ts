import type { ActionResult } from '#shared/contract/remote/actions.ts';
import type { ToProgram } from '#shared/contract/remote/socket.ts';
import type { RemoteState } from '#shared/contract/remote/state.ts';

/** The connection of a program that follows the state, for any transport. Its methods must not throw or block. */
export interface RemotePeer {
  /** Bytes that were passed to `send` and are not sent yet. */
  readonly backlog: number;
  send(message: Extract<ToProgram, { type: 'state' | 'change' }>): void;
  /** Ends the connection, because the token was revoked. */
  revoked(): void;
  /** Ends the connection at once, because the program does not read. */
  drop(): void;
}

export interface RemoteSubscription {
  /** Requests the whole state, because the program has missed a revision. */
  resync(): void;
  leave(): void;
}

export interface ActionRequest {
  action: string;
  params: unknown;
  /** The revision on which the decision is based. */
  ifRevision?: number | undefined;
  /** A repeated request with the same key has the result of the first one and no further effect. */
  idempotencyKey?: string | undefined;
}

/** What a program with a valid token may do. Methods reject with a RingsideError. */
export interface RemoteAccess {
  /** Identifies the token. */
  readonly id: string;
  state(): Promise<RemoteState>;
  act(request: ActionRequest): Promise<ActionResult>;
  /** Sends the state and then its changes. @throws RingsideError `remote.busy` at the limit of connections. */
  watch(peer: RemotePeer): RemoteSubscription;
}

/** Connects programs to a backstage. Only a token gives access. */
export interface RemoteEndpoint {
  /** Returns null for an unknown or revoked token. */
  admit(token: string): RemoteAccess | null;
  /** Sets the address of the API, which Setting shows; '' while it is not available. */
  serveAt(url: string): void;
  /** Calls `listener` after every change of the tokens. Returns a function that unsubscribes. */
  onTokens(listener: () => void): () => void;
}
