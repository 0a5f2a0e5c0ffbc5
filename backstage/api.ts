import type { Push, Response } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';
import type { OverlayEndpoint } from './overlay/overlayEndpoint.ts';
import type { RemoteEndpoint } from './remote/remoteEndpoint.ts';
import type { Vitals } from './vitals.ts';

/**
 * The engine of one host. It has one show open at a time: it receives the room's messages, writes the journal, computes
 * the game and answers the screens. A transport connects each screen: IPC on the desktop, a WebSocket on the web.
 */
export interface Backstage {
  /**
   * Connects a screen. `by` names the operator's device in the journal. `send` receives every push, first `hello`,
   * `connection`, `presets`, `lines` and standing notices; it must not throw or block. `end` is called when the
   * backstage is disconnected, closed or abandoned; the screen has to connect again.
   */
  connect(client: { by: string; send: (push: Push) => void; end?: () => void }): BackstageClient;
  /** True while a show is counting or paused: the app must not quit, update or sleep without asking. */
  readonly busy: boolean;
  /** Subscribes to changes of `busy`. Returns a function that unsubscribes. */
  onBusy(listener: (busy: boolean) => void): () => void;
  /** The current health figures, for monitoring. */
  readonly vitals: Vitals;
  /** The room that the show counts, while it is connected; null otherwise and in a rehearsal. */
  readonly liveRoom: LiveRoom | null;
  /** Connects the overlay pages that streaming software shows. */
  readonly overlays: OverlayEndpoint;
  /** Connects programs that read or steer the show. */
  readonly remote: RemoteEndpoint;
  /**
   * Ends the connections of all screens, overlay pages and programs, which connect again. The show goes on. Use it when
   * another server may know more.
   */
  disconnect(): void;
  /** Writes pending data and closes all files and sockets. The next start resumes the open show. */
  close(): Promise<void>;
  /**
   * Closes all files and sockets without writing anything, as a crash would. Use it after a fault, when the state in
   * memory may be wrong. Opening the folder again restores the state from the journal.
   */
  abandon(): void;
}

/** A room, and the line on which it is read. */
export interface LiveRoom {
  line: Line;
  username: string;
}

/** A room that was joined while another server still read it. */
export interface JoinedRoom {
  /** Whether nothing has been missed since. */
  readonly isOpen: boolean;
  /** Calls the listener with the time (ms since 1970) at which the connection is lost before anybody reads it. */
  onLost(listener: (at: number) => void): void;
}

export interface BackstageClient {
  /** Validates and answers one request from the wire. Never rejects. */
  request(raw: unknown): Promise<Response>;
  /** Reports the bytes that the transport has not sent yet. Above a limit the hub stops sending and resyncs later. */
  setBacklog(bytes: number): void;
  close(): void;
}
