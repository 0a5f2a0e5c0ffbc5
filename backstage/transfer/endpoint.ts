import type { CallArgs, CallResult } from '#shared/contract/backstage.ts';
import type { DeviceKind, ScreenPart } from '#shared/contract/transfer.ts';

/** Exports and imports the data of one backstage. Its errors are those of the calls with the same names. */
export interface TransferEndpoint {
  readonly state: CallResult<'transfer.state'>;
  export(withShows: boolean, screen: ScreenPart): Promise<CallResult<'transfer.export'>>;
  /** Reads a part of the exported file, in base64. */
  read(id: string, offset: number): string;
  /** Returns the id of the file to receive. */
  begin(size: number): string;
  write(id: string, offset: number, data: Buffer): void;
  check(id: string, screen: ScreenPart): Promise<CallResult<'transfer.check'>>;
  apply(
    id: string,
    plan: CallArgs<'transfer.apply'>['plan'],
    kinds: readonly DeviceKind[],
    screen: ScreenPart,
  ): Promise<CallResult<'transfer.apply'>>;
  /** Restores a show from the trash. */
  restoreShow(showId: string): Promise<void>;
  /** Returns what the screen had, if the import changed that. */
  undo(): Promise<ScreenPart | null>;
  /** Deletes the file. */
  cancel(): void;
  /** A job that still runs changes nothing after this. */
  close(): void;
}
