import { randomBytes, randomUUID } from 'node:crypto';
import { RingsideError } from '#shared/contract/error.ts';
import { soundFilesOf } from '#shared/contract/sound.ts';
import { AttemptBudgets } from '#shared/live/budget.ts';
import { giftPicture } from '#shared/live/decoders/gift.ts';
import { AnchorBook, AnchorStore, anchorFollower } from './anchors/anchorBook.ts';
import { PictureStore } from './anchors/pictureStore.ts';
import { SteadyClock } from './clock.ts';
import { connect } from './connect.ts';
import type { Core } from './core.ts';
import { FolderIdentity } from './dataFolder.ts';
import { DiskQuota, unlimited } from './diskQuota.ts';
import { ConnectionPush, Hub, Notices } from './hub.ts';
import type { BackstageOptions, LogEntry } from './options.ts';
import { openOverlays } from './overlay/openOverlays.ts';
import type { Overlays } from './overlay/overlays.ts';
import { Packs } from './packs/packs.ts';
import { PhoneRemotes } from './phones/phones.ts';
import { Remotes } from './remote/remotes.ts';
import { Rehearsals } from './room/rehearsals.ts';
import { FloodNotice } from './room/roomNotices.ts';
import { Rooms } from './room/rooms.ts';
import { Archive } from './show/archive.ts';
import { Trash } from './show/trash.ts';
import { ShowManager } from './showManager.ts';
import { fetchWithDates } from './sources/http.ts';
import { createSource, reachesPlatform } from './sources/lines.ts';
import { bypassing, unguarded } from './sources/outbound.ts';
import { deviceName } from './store/deviceName.ts';
import { FontUploads } from './store/fontUploads.ts';
import { GiftPictures } from './store/giftPictures.ts';
import { LearnedStore } from './store/learnedStore.ts';
import { LineStore, WayStore } from './store/lineStore.ts';
import { SoundUploads } from './store/partUploads.ts';
import { PayoutStore } from './store/payoutStore.ts';
import { PresetStore } from './store/presetStore.ts';
import { SeasonStore } from './store/seasonStore.ts';
import { ThemeStore } from './store/themeStore.ts';
import { recoverTransfer } from './transfer/importRecord.ts';
import { Transfers } from './transfer/transfers.ts';
import { LastMinute, UpstreamWatch } from './vitals.ts';
import { Webhooks } from './webhooks/webhooks.ts';

const REHEARSAL_SEED = 20_260_101;

/** The components of a backstage, and what only its opening and closing need. */
interface Assembly {
  core: Core;
  gifts: LastMinute;
  upstream: UpstreamWatch;
  connectionPush: ConnectionPush;
  floodNotice: FloodNotice;
  /** Looks up the anchors of the chosen preset; call it when the preset may have changed. */
  followAnchors: () => void;
}

/**
 * Creates the components of a backstage and connects them: each gets the others that it calls, and says here what
 * follows from its changes. No show is open yet.
 */
export function createCore(options: BackstageOptions): Assembly {
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
    largestQueue: options.largestQueue,
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
  const pictures: PictureStore = new PictureStore(dataDir, () => picturesInUse(core));
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
    changed: (changed) => {
      hub.broadcast({ push: 'giftPictures', pictures: changed });
      overlays.giftPicturesChanged();
    },
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
    archive,
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
    payouts: new PayoutStore(dataDir, clock.now(), () => hub.broadcast({ push: 'payouts' })),
    seasons: new SeasonStore(dataDir, clock.now(), () => hub.broadcast({ push: 'seasons' })),
    themes,
    transfers: new Transfers(() => core, dataDir, options.imports ?? null),
    rehearsals,
    archive,
    trash: new Trash(dataDir, shows.folder, () => clock.now(), {
      removed: (id) => {
        archive.forgetStored(id);
        options.logs?.remove(id);
      },
      tellsOthers: options.logs !== undefined,
    }),
    identity,
    rehearsalSeed: REHEARSAL_SEED,
  };
  return { core, gifts, upstream, connectionPush, floodNotice, followAnchors };
}

function* picturesInUse({ presets, anchors, giftPictures, overlays, packs, themes }: Core): Iterable<string> {
  for (const { anchors: all, sound } of presets.list()) {
    for (const { avatar } of all) yield avatar;
    yield* soundFilesOf(sound);
  }
  yield* anchors.pictures();
  yield* giftPictures.pictures();
  yield* overlays.pictures();
  yield* packs.store.files();
  yield* themes.files();
}

function secureRandom(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}

function writeLog({ at, message, error }: LogEntry): void {
  const why =
    error instanceof Error ? (error.stack ?? error.message) : error === undefined ? '' : String(error);
  process.stderr.write(`${new Date(at).toISOString()} ${message}${why === '' ? '' : `: ${why}`}\n`);
}
