import type { Push, Response } from '#shared/contract/backstage.ts';
import type { OverlayDoor } from './overlay/door.ts';
import type { Vitals } from './vitals.ts';

/**
 * A backstage holds one show at a time: it reads the line, keeps the journal, folds the game and answers the
 * screens. A transport (IPC on the desktop, a WebSocket on the web) joins each screen to it as a client.
 */
export interface Backstage {
  /**
   * Joins a screen. `by` names the operator's device in the journal; `send` gets every push, starting with
   * `hello`, `connection`, `presets`, `lines` and standing notices. It must not throw and must not block. `end` is
   * called when the backstage is given up because of a fault: the screen has to join again.
   */
  connect(client: { by: string; send: (push: Push) => void; end?: () => void }): BackstageClient;
  /** True while a show is counting or paused: the app must not quit, update or sleep without asking. */
  readonly busy: boolean;
  /** Tells whenever `busy` changes. Returns a function that stops telling. */
  onBusy(listener: (busy: boolean) => void): () => void;
  /** How it is at this moment. */
  readonly vitals: Vitals;
  /** Where what streaming software shows is let in. */
  readonly overlays: OverlayDoor;
  /** Writes what is pending and closes every file and socket. The open show resumes at the next start. */
  close(): Promise<void>;
  /**
   * Lets go of every file and socket as a crash would, without writing anything: after a fault the state in memory is
   * not to be trusted. Opening the folder again goes on from the journal.
   */
  abandon(): void;
}

export interface BackstageClient {
  /** Takes one request as it came over the wire, unparsed, and answers it. Never rejects. */
  request(raw: unknown): Promise<Response>;
  /** Bytes that the transport still has to send; above a limit the client is resynced instead of fed. */
  setBacklog(bytes: number): void;
  close(): void;
}
