import type { Line } from '#shared/contract/connection.ts';
import type { ClientTimes } from '#shared/live/clientTypes.ts';
import type { FrameSource, OpenSocket } from '#shared/live/source.ts';
import type { AnchorTimes } from './anchors/anchorBook.ts';
import type { JoinedRoom } from './api.ts';
import type { Clock } from './clock.ts';
import type { Allowance } from './diskQuota.ts';
import type { ShowLogs } from './journal/inputLog.ts';
import type { PhoneForm } from './phones/phones.ts';
import type { StartRehearsal } from './room/rehearsals.ts';
import type { StoredShows } from './show/archive.ts';
import type { Fetch } from './sources/http.ts';
import type { SourceParts } from './sources/lines.ts';
import type { Outbound } from './sources/outbound.ts';
import type { Pages } from './sources/page/pageSource.ts';
import type { GiftPictureTimes } from './store/giftPictures.ts';
import type { ImportStore } from './transfer/importStore.ts';
import type { HookTimes } from './webhooks/hookSender.ts';
import type { WebhookForm } from './webhooks/webhooks.ts';

export interface LogEntry {
  at: number;
  message: string;
  error?: unknown;
}

export interface BackstageOptions {
  /** The folder of all data. It is created if it does not exist. */
  dataDir: string;
  /** The version of this build, which screens show. */
  build: string;
  /** The default lines, until an operator saves others. */
  lines: Line[];
  clock?: Clock;
  /** Returns a number from 0 to below 1. */
  random?: () => number;
  log?: (entry: LogEntry) => void;
  /** Also record messages that counting does not need. */
  recordAll?: boolean;
  createSource?: (line: Line, parts: SourceParts) => FrameSource;
  /** The browser for lines of the kind `page`; without it they are unavailable. */
  pages?: Pages;
  /** Whether attempts on a line are limited. By default, those that reach the platform are. */
  limitAttempts?: (line: Line) => boolean;
  openSocket?: OpenSocket;
  startRehearsal?: StartRehearsal;
  /** Makes every HTTP request to the platform. */
  fetch?: Fetch;
  /** Replaces `fetch` and `openSocket` for all addresses except the simulated platform of a rehearsal. */
  outbound?: Outbound;
  /** The limits on a shared machine; unlimited by default. */
  allowance?: Allowance;
  /** Serves phones on the local network. By default, phones are not available. */
  phones?: PhoneForm;
  /** How webhooks are sent; null for no webhooks. By default, they reach every address. */
  webhooks?: WebhookForm | null;
  webhookTimes?: Partial<HookTimes>;
  /** The interval at which the size of the folder is compared with the quota (ms). */
  measureEvery?: number;
  /** The timeouts of the room client. */
  times?: Partial<ClientTimes>;
  /** The intervals at which anchors are looked up. */
  anchorTimes?: Partial<AnchorTimes>;
  giftPictureTimes?: Partial<GiftPictureTimes>;
  /** Where the shows are stored. By default, the folder has them. */
  logs?: ShowLogs;
  /** The most that a show keeps in memory while it cannot be stored (approximate bytes). */
  largestQueue?: number | undefined;
  /** The past shows that other servers have counted. */
  stored?: StoredShows;
  /** Where imports are stored. By default, the folder has them. */
  imports?: ImportStore;
  /** The room of the show, if the server has joined it already. `openSocket` then leads to that socket. */
  joined?: JoinedRoom;
  /** Called when another server has taken the open show. The backstage must be abandoned. */
  fenced?: () => void;
}
