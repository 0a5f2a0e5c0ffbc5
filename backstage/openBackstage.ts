import { randomBytes, randomUUID } from 'node:crypto';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { soundFilesOf } from '#shared/contract/sound.ts';
import { AttemptBudgets } from '#shared/live/budget.ts';
import type { ClientTimes } from '#shared/live/clientTypes.ts';
import { giftPicture } from '#shared/live/decoders/gift.ts';
import type { FrameSource, OpenSocket } from '#shared/live/source.ts';
import { AnchorBook, AnchorStore, type AnchorTimes, anchorFollower } from './anchors/anchorBook.ts';
import { PictureStore } from './anchors/pictureStore.ts';
import type { Backstage, JoinedRoom } from './api.ts';
import { endRehearsal, resumeRoom } from './calls/roomCalls.ts';
import { type Clock, every, holdClockDuringShows, SteadyClock } from './clock.ts';
import { connect } from './connect.ts';
import type { Core } from './core.ts';
import { FolderIdentity, holdDataFolder } from './dataFolder.ts';
import { type Allowance, DiskQuota, unlimited } from './diskQuota.ts';
import { ConnectionPush, Hub, Notices } from './hub.ts';

import type { ShowLogs } from './journal/inputLog.ts';

import { openOverlays } from './overlay/openOverlays.ts';
import type { Overlays } from './overlay/overlays.ts';
import { Packs } from './packs/packs.ts';
import { type PhoneForm, PhoneRemotes } from './phones/phones.ts';
import { Remotes } from './remote/remotes.ts';
import { Rehearsals, type StartRehearsal } from './room/rehearsals.ts';
import { ClockNotice, FloodNotice } from './room/roomNotices.ts';
import { Rooms } from './room/rooms.ts';
import { Archive, type StoredShows } from './show/archive.ts';
import { showIds } from './show/facts.ts';
import { removeShow, showsBefore, Trash } from './show/trash.ts';
import { ShowManager } from './showManager.ts';
import { type Fetch, fetchWithDates } from './sources/http.ts';
import { createSource, reachesPlatform, type SourceParts } from './sources/lines.ts';
import { bypassing, type Outbound, unguarded } from './sources/outbound.ts';
import type { Pages } from './sources/page/pageSource.ts';
import { deviceName } from './store/deviceName.ts';
import { FontUploads } from './store/fontUploads.ts';
import { GiftPictures, type GiftPictureTimes } from './store/giftPictures.ts';
import { LearnedStore } from './store/learnedStore.ts';
import { LineStore, WayStore } from './store/lineStore.ts';
import { SoundUploads } from './store/partUploads.ts';
import { PayoutStore } from './store/payoutStore.ts';
import { PresetStore } from './store/presetStore.ts';
import { SeasonStore } from './store/seasonStore.ts';
import type { StoredFault } from './store/storedFile.ts';
import { ThemeStore } from './store/themeStore.ts';
import { recoverTransfer } from './transfer/importRecord.ts';
import type { ImportStore } from './transfer/importStore.ts';
import { Transfers } from './transfer/transfers.ts';
import { LastMinute, UpstreamWatch } from './vitals.ts';
import type { HookTimes } from './webhooks/hookSender.ts';
import { type WebhookForm, Webhooks } from './webhooks/webhooks.ts';

interface LogEntry {
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
  /** The past shows that other servers have counted. */
  stored?: StoredShows;
  /** Where imports are stored. By default, the folder has them. */
  imports?: ImportStore;
  /** The room of the show, if the server has joined it already. `openSocket` then leads to that socket. */
  joined?: JoinedRoom;
  /** Called when another server has taken the open show. The backstage must be abandoned. */
  fenced?: () => void;
}

/** The interval at which the show stores that it is alive (ms): the precision of the time of a crash. */
const ALIVE_EVERY = 2000;
/** The default of `measureEvery` (ms). A visitor's rehearsal writes less than 1 MiB in this time. */
const MEASURE_EVERY = 10_000;
const REMOVE_OLD_EVERY = 3_600_000;
const REHEARSAL_SEED = 20_260_101;

/**
 * Opens a backstage on a data folder and resumes the newest show.
 *
 * @throws RingsideError `storage.unwritable`, `storage.inUse`.
 */
export async function openBackstage(options: BackstageOptions): Promise<Backstage> {
  const release = holdDataFolder(options.dataDir);
  try {
    return await open(options, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function open(options: BackstageOptions, release: () => void): Promise<Backstage> {
  const { dataDir, build, clock = new SteadyClock(), random = secureRandom } = options;
  const log = (message: string, error?: unknown) => {
    (options.log ?? writeLog)({ at: clock.now(), message, error });
  };
  const { allowance = unlimited } = options;
  recoverTransfer(dataDir, clock.now());
  const quota = new DiskQuota(dataDir, allowance);
  const hub = new Hub(clock, log);
  const notices = new Notices((notice) => hub.broadcast(notice));
  const learned = new LearnedStore(dataDir, clock, log);
  const gifts = new LastMinute();
  const shows = new ShowManager({
    dataDir,
    clock,
    random,
    hub,
    notices,
    log,
    committed: (showId, inputs, rows) => {
      learned.receive(inputs);
      gifts.add(inputs.filter(({ input }) => input.kind === 'gift').length, clock.now());
      overlays.receive(showId, inputs, rows);
      remotes.receive(
        inputs.map(({ input }) => input),
        rows,
      );
      webhooks.touch();
      followAnchors();
    },
    changed: () => {
      overlays.changeShow();
      webhooks.touch();
    },
    refuseFull: () => quota.refuseShow(),
    logs: options.logs,
    fenced: options.fenced,
    whole: () => overlays.ledgerWhole(),
  });
  const presets = new PresetStore(dataDir, randomUUID, clock.now(), allowance);
  const device = deviceName(dataDir);
  const ways = new WayStore(dataDir, clock.now(), log);
  const lines = new LineStore(dataDir, options.lines, clock.now());
  const rehearsals = new Rehearsals(clock, options.startRehearsal);
  const { fetch, openSocket } =
    options.outbound === undefined
      ? { fetch: options.fetch ?? unguarded.fetch, openSocket: options.openSocket ?? unguarded.openSocket }
      : bypassing((url) => rehearsals.serves(url), options.outbound);
  const connectionPush: ConnectionPush = new ConnectionPush(clock, hub, () => rooms.connection);
  const dated = fetchWithDates(fetch, (date) => rooms.clockOffset.hint(clock.now(), date));
  const upstream = new UpstreamWatch();
  const floodNotice = new FloodNotice(notices, clock);
  const budgets = new AttemptBudgets();
  const rooms: Rooms = new Rooms({
    shows,
    clock,
    random,
    createSource: (line) =>
      (options.createSource ?? createSource)(line, { fetch: dated, device, pages: options.pages, ways }),
    openSocket,
    times: options.times,
    recordAll: options.recordAll ?? false,
    changed: () => {
      upstream.see(rooms.connection.phase, clock.now());
      connectionPush.sendNow();
    },
    paused: (ms) => floodNotice.paused(ms),
    pictured: ({ giftId, image }) => {
      if (image !== undefined && giftPictures.wants(giftId)) giftPictures.see(giftId, giftPicture(image));
    },
    budgetOf: (line, username) =>
      (options.limitAttempts ?? reachesPlatform)(line) ? budgets.of(username) : undefined,
    firstLine: () => lines.get('line1'),
    secondLine: (line) => lines.secondLine(line),
  });
  const place = () => {
    const line = lines.get(shows.current?.facts.lineId ?? 'line1');
    return { webUrl: rehearsals.webUrl ?? line.webUrl, rehearsal: rehearsals.webUrl !== null };
  };
  const pictures: PictureStore = new PictureStore(dataDir, () =>
    picturesInUse(presets, anchors, giftPictures, overlays, packs, themes),
  );
  const anchors: AnchorBook = new AnchorBook({
    clock,
    fetch,
    pictures,
    place,
    log,
    times: options.anchorTimes,
    store: new AnchorStore(dataDir),
    busy: () => ['resolving', 'connecting', 'blocked'].includes(rooms.connection.phase),
    changed: () => {
      hub.broadcast({ push: 'anchors', anchors: anchors.known });
      overlays.anchorsChanged();
    },
  });
  const giftPictures: GiftPictures = new GiftPictures({
    dataDir,
    clock,
    fetch,
    pictures,
    place,
    log,
    times: options.giftPictureTimes,
    changed: (changed) => hub.broadcast({ push: 'giftPictures', pictures: changed }),
  });
  const followAnchors = anchorFollower(anchors, {
    preset: () => shows.current?.state.preset ?? null,
    webUrl: () => place().webUrl,
  });
  const packs: Packs = new Packs({
    dataDir,
    clock,
    hub,
    notices,
    pictures,
    presets,
    overlays: () => overlays,
  });
  const archive = new Archive(shows.folder, () => clock.now(), options.stored);
  const overlays: Overlays = openOverlays({
    dataDir,
    mostWidgets: allowance.widgets,
    clock,
    shows,
    archive,
    hub,
    notices,
    anchors,
    pictures,
    giftPictures,
    fillsOf: (id) => packs.store.fillsOf(id),
    themes: () => themes.list(),
    log,
  });
  const themes: ThemeStore = new ThemeStore({
    dataDir,
    newId: randomUUID,
    now: () => clock.now(),
    has: (file) => pictures.has(file),
    changed: (deleted) => {
      overlays.themesChanged(deleted);
      hub.broadcast({ push: 'themes', themes: themes.list() });
    },
  });
  const phones: PhoneRemotes = new PhoneRemotes({
    dataDir,
    build,
    clock,
    log,
    form: options.phones ?? null,
    connect: (client) => connect(core, client),
    changed: () => hub.broadcast({ push: 'phones', phones: phones.state }),
    failed: (error) => {
      if (error instanceof RingsideError) notices.showStanding('phones', 'warn', error.problem);
    },
    opened: () => notices.clear('phones'),
  });
  const remotes: Remotes = new Remotes({
    dataDir,
    clock,
    parts: { shows, rooms, hub, presets, archive, connect: (client) => connect(core, client) },
    changed: () => hub.broadcast({ push: 'remotes', remotes: remotes.shown }),
    log,
  });
  hub.watch(() => remotes.touch());
  const identity = new FolderIdentity(dataDir, () => clock.now(), log);
  const webhooks: Webhooks = new Webhooks({
    dataDir,
    clock,
    random,
    shows,
    form: options.webhooks === undefined ? { fetch: unguarded.fetch, needsHttps: false } : options.webhooks,
    isCopy: () => identity.isCopy,
    changed: () => hub.broadcast({ push: 'webhooks', webhooks: webhooks.shown }),
    log,
    times: options.webhookTimes,
  });
  const core: Core = {
    pages: options.pages,
    build,
    allowance,
    quota,
    clock,
    random,
    hub,
    notices,
    shows,
    rooms,
    presets,
    lines,
    log,
    learned,
    giftPictures,
    anchors,
    pictures,
    sounds: new SoundUploads(pictures, clock),
    packs,
    fonts: new FontUploads(pictures, clock),
    overlays,
    phones,
    remotes,
    webhooks,
    payouts: new PayoutStore(dataDir, clock.now()),
    seasons: new SeasonStore(dataDir, clock.now()),
    themes,
    transfers: new Transfers(() => core, dataDir, options.imports ?? null),
    rehearsals,
    archive,
    trash: new Trash(
      dataDir,
      shows.folder,
      () => clock.now(),
      (id) => {
        archive.forgetStored(id);
        options.logs?.remove(id);
      },
    ),
    identity,
    rehearsalSeed: REHEARSAL_SEED,
  };
  noticeFault(notices, 'presets', presets.fault);
  noticeFault(notices, 'lines', lines.fault);
  noticeFault(notices, 'overlays', overlays.fault);
  noticeFault(notices, 'phones', phones.fault);
  noticeFault(notices, 'remotes', remotes.fault);
  noticeFault(notices, 'webhooks', webhooks.fault);
  noticeFault(notices, 'payouts', core.payouts.fault);
  noticeFault(notices, 'seasons', core.seasons.fault);
  noticeFault(notices, 'packs', packs.store.fault);
  packs.updateNotice();
  noticeFault(notices, 'themes', themes.fault);

  purgeTrash(core);
  removeOldShows(core, showIds(shows.folder)[0] ?? null);
  shows.openNewest();
  holdClockDuringShows(clock, shows);
  if (shows.current === null) overlays.changeShow();
  webhooks.start();
  await resumeRoom(core, options.joined).catch((error: unknown) =>
    log('the room could not be opened again', error),
  );
  followAnchors();
  // A copied folder must not listen: the host has allowed it on the other machine.
  if (!core.identity.isCopy) phones.resume();
  const clockNotice = new ClockNotice(notices, clock);
  const stopNoting = every(clock, ALIVE_EVERY, () => {
    if (rooms.shown?.active) shows.current?.noteAlive();
    clockNotice.update(rooms.clockOffset);
  });
  const stopConnectionPush = connectionPush.start();
  const stopRemoving =
    allowance.showMs === Number.POSITIVE_INFINITY
      ? () => {}
      : every(clock, REMOVE_OLD_EVERY, () => removeOldShows(core, shows.current?.id ?? null));
  const keepWithinQuota = () => {
    quota.updateNotice(notices);
    const problem = rehearsals.isOpen ? quota.problem() : null;
    if (problem !== null) void endRehearsal(core, problem);
  };
  if (quota.isLimited) keepWithinQuota();
  const stopMeasuring = quota.isLimited
    ? every(clock, options.measureEvery ?? MEASURE_EVERY, keepWithinQuota)
    : () => {};

  return {
    connect: (client) => connect(core, client),
    get busy() {
      return shows.busy;
    },
    onBusy: (listener) => shows.onBusy(listener),
    get vitals() {
      const show = shows.current;
      return {
        counting: shows.busy,
        blocked: show?.blocked ?? false,
        waiting: show?.waiting ?? { inputs: 0, bytes: 0 },
        upstream: rooms.shown === null ? null : rooms.connection.phase,
        upstreamAwayMs: shows.busy ? upstream.awayFor(clock.now()) : 0,
        countingSince: shows.busy ? (show?.state.startedAt ?? null) : null,
        rehearsal: show !== null && show.facts.rehearsal !== null,
        giftsLastMinute: gifts.sum(clock.now()),
        screens: hub.screens,
        overlays: overlays.pages,
        diskBytes: quota.used,
      };
    },
    get liveRoom() {
      const link = rooms.shown;
      const isLive = link !== null && (link.state.phase === 'live' || link.state.phase === 'silent');
      return shows.busy && isLive && !link.rehearsal
        ? { line: link.line, username: link.state.username }
        : null;
    },
    overlays,
    remote: remotes,
    disconnect: () => {
      overlays.disconnect();
      remotes.disconnect();
    },
    close: async () => {
      stopNoting();
      stopConnectionPush();
      stopMeasuring();
      stopRemoving();
      floodNotice.close();
      // Store the gap now: closing the show stores the current time as alive, but a copy has not received its room.
      if (core.identity.isCopy) rooms.storeGap();
      rooms.shutDown();
      core.transfers.close();
      core.sounds.close();
      packs.close();
      core.fonts.close();
      overlays.close();
      remotes.close();
      await phones.close();
      await anchors.close();
      await giftPictures.close();
      await webhooks.close();
      await shows.close();
      core.archive.close();
      await core.rehearsals.close();
      learned.write();
      hub.close();
      release();
    },
    abandon: () => {
      const ends = [
        stopNoting,
        stopConnectionPush,
        stopMeasuring,
        stopRemoving,
        () => floodNotice.close(),
        () => rooms.shutDown(),
        () => shows.abandon(),
        () => overlays.close(),
        () => remotes.close(),
        () => core.transfers.close(),
        () => core.sounds.close(),
        () => packs.close(),
        () => core.fonts.close(),
        () => webhooks.abandon(),
        () => core.archive.close(),
        () => hub.close(),
        release,
      ];
      const logError = (error: unknown) => log('a part of the backstage could not be abandoned', error);
      for (const end of ends) attempt(end, logError);
      void phones.close().catch(logError);
      void anchors.close().catch(logError);
      void giftPictures.close().catch(logError);
      void core.rehearsals.close().catch(logError);
    },
  };
}

/** Runs `work` and passes its error to `failed`. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

function* picturesInUse(
  presets: PresetStore,
  anchors: AnchorBook,
  gifts: GiftPictures,
  overlays: Overlays,
  packs: Packs,
  themes: ThemeStore,
): Iterable<string> {
  for (const { anchors: all, sound } of presets.list()) {
    for (const { avatar } of all) yield avatar;
    yield* soundFilesOf(sound);
  }
  yield* anchors.pictures();
  yield* gifts.pictures();
  yield* overlays.pictures();
  yield* packs.store.files();
  yield* themes.files();
}

/** Purges the trash. On an error the next start tries again. */
function purgeTrash({ trash, log }: Core): void {
  try {
    trash.purge();
  } catch (error) {
    log('deleted shows could not be removed', error);
  }
}

/**
 * Deletes shows that are older than the allowance, except `openShowId`: the open show, or the show that is about to be
 * opened. Deletes nothing while a show runs.
 */
function removeOldShows(
  { shows, clock, allowance, overlays, archive, trash, log }: Core,
  openShowId: string | null,
) {
  const before = clock.now() - allowance.showMs;
  if (shows.busy) return;
  try {
    trash.removeBegunBefore(before);
    for (const id of showsBefore(shows.folder, before)) {
      if (id === openShowId) continue;
      overlays.showDeleted(id);
      archive.forget(id);
      removeShow(shows.folder, id);
      trash.removed(id);
      log(`removed show ${id}: older than HOST_SHOW_DAYS`);
    }
  } catch (error) {
    log('old shows could not be removed', error);
  }
}

/** Shows a notice if a file was broken and backed up, or if a newer version of Ringside wrote the file. */
function noticeFault(notices: Notices, name: string, { backup, newer }: StoredFault): void {
  const report = (code: 'storage.corrupt' | 'storage.newer', place: string) =>
    notices.showStanding(`${code}.${name}`, 'warn', { code, params: { place } });
  if (backup !== null) report('storage.corrupt', backup);
  if (newer !== null) report('storage.newer', newer);
}

function secureRandom(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}

function writeLog({ at, message, error }: LogEntry): void {
  const why =
    error instanceof Error ? (error.stack ?? error.message) : error === undefined ? '' : String(error);
  process.stderr.write(`${new Date(at).toISOString()} ${message}${why === '' ? '' : `: ${why}`}\n`);
}
