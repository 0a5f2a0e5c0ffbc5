import type { Backstage } from './api.ts';
import { endRehearsal, resumeRoom } from './calls/roomCalls.ts';
import { every, holdClockDuringShows } from './clock.ts';
import { connect } from './connect.ts';
import type { Core } from './core.ts';
import { createCore } from './createCore.ts';
import { holdDataFolder } from './dataFolder.ts';
import { purgeTrash, removeOldShows } from './oldShows.ts';
import type { BackstageOptions } from './options.ts';
import { ClockNotice } from './room/roomNotices.ts';
import { showIds } from './show/facts.ts';
import type { LastMinute, UpstreamWatch, Vitals } from './vitals.ts';

/** The interval at which the show stores that it is alive (ms): the precision of the time of a crash. */
const ALIVE_EVERY = 2000;
/** The default of `measureEvery` (ms). A visitor's rehearsal writes less than 1 MiB in this time. */
const MEASURE_EVERY = 10_000;
const REMOVE_OLD_EVERY = 3_600_000;

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
  const { core, gifts, upstream, connectionPush, floodNotice, followAnchors } = createCore(options);
  const { shows, rooms, overlays, remotes, clock, log } = core;
  noticeFaults(core);
  purgeTrash(core);
  removeOldShows(core, showIds(shows.folder)[0] ?? null);
  shows.openNewest();
  holdClockDuringShows(clock, shows);
  if (shows.current === null) overlays.changeShow();
  core.webhooks.start();
  await resumeRoom(core, options.joined).catch((error: unknown) =>
    log('the room could not be opened again', error),
  );
  followAnchors();
  // A copied folder must not listen: the host has allowed it on the other machine.
  if (!core.identity.isCopy) core.phones.resume();
  const timers = [connectionPush.start(), ...startTimers(core, options.measureEvery ?? MEASURE_EVERY)];
  const stopTimers = () => {
    for (const stop of timers) stop();
    floodNotice.close();
  };

  return {
    connect: (client) => connect(core, client),
    get busy() {
      return shows.busy;
    },
    onBusy: (listener) => shows.onBusy(listener),
    get vitals() {
      return vitalsOf(core, gifts, upstream);
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
      stopTimers();
      // Store the gap now: closing the show stores the current time as alive, but a copy has not received its room.
      if (core.identity.isCopy) rooms.storeGap();
      rooms.shutDown();
      core.transfers.close();
      core.sounds.close();
      core.packs.close();
      core.fonts.close();
      overlays.close();
      remotes.close();
      await core.phones.close();
      await core.anchors.close();
      await core.giftPictures.close();
      await core.webhooks.close();
      await shows.close();
      core.archive.close();
      await core.rehearsals.close();
      core.learned.write();
      core.hub.close();
      release();
    },
    abandon: () => {
      const ends = [
        stopTimers,
        () => rooms.shutDown(),
        () => shows.abandon(),
        () => overlays.close(),
        () => remotes.close(),
        () => core.transfers.close(),
        () => core.sounds.close(),
        () => core.packs.close(),
        () => core.fonts.close(),
        () => core.webhooks.abandon(),
        () => core.archive.close(),
        () => core.hub.close(),
        release,
      ];
      const logError = (error: unknown) => log('a part of the backstage could not be abandoned', error);
      for (const end of ends) attempt(end, logError);
      void core.phones.close().catch(logError);
      void core.anchors.close().catch(logError);
      void core.giftPictures.close().catch(logError);
      void core.rehearsals.close().catch(logError);
    },
  };
}

/** Starts what a backstage does at intervals. Returns the functions that stop it. */
function startTimers(core: Core, measureEvery: number): (() => void)[] {
  const { clock, rooms, shows, notices, quota, rehearsals, allowance } = core;
  const clockNotice = new ClockNotice(notices, clock);
  const timers = [
    every(clock, ALIVE_EVERY, () => {
      if (rooms.shown?.active) shows.current?.noteAlive();
      clockNotice.update(rooms.clockOffset);
    }),
  ];
  if (allowance.showMs !== Number.POSITIVE_INFINITY) {
    timers.push(every(clock, REMOVE_OLD_EVERY, () => removeOldShows(core, shows.current?.id ?? null)));
  }
  const keepWithinQuota = () => {
    quota.updateNotice(notices);
    const problem = rehearsals.isOpen ? quota.problem() : null;
    if (problem !== null) void endRehearsal(core, problem);
  };
  if (quota.isLimited) {
    keepWithinQuota();
    timers.push(every(clock, measureEvery, keepWithinQuota));
  }
  return timers;
}

/** The health figures of a backstage. `gifts` and `upstream` are what it has measured since it was opened. */
function vitalsOf(
  { shows, rooms, clock, hub, overlays, quota }: Core,
  gifts: LastMinute,
  upstream: UpstreamWatch,
): Vitals {
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
}

/** Shows a notice for each file that was broken and backed up, or that a newer version of Ringside wrote. */
function noticeFaults(core: Core): void {
  const { presets, lines, overlays, phones, remotes, webhooks, payouts, seasons, packs, themes } = core;
  const stores = {
    presets,
    lines,
    overlays,
    phones,
    remotes,
    webhooks,
    payouts,
    seasons,
    packs: packs.store,
    themes,
  };
  for (const [name, { fault }] of Object.entries(stores)) {
    const report = (code: 'storage.corrupt' | 'storage.newer', place: string) =>
      core.notices.showStanding(`${code}.${name}`, 'warn', { code, params: { place } });
    if (fault.backup !== null) report('storage.corrupt', fault.backup);
    if (fault.newer !== null) report('storage.newer', fault.newer);
  }
  packs.updateNotice();
}

/** Runs `work` and passes its error to `failed`. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}
