import type { CallArgs, CallHandlers } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { cleanUsername } from '#shared/live/username.ts';
import type { JoinedRoom } from '../api.ts';
import type { Core } from '../core.ts';
import type { Rehearsal } from '../rehearsal/index.ts';
import { knownPreset, lineTo, rehearsalPreset } from '../room/rehearsals.ts';
import type { RoomRequest } from '../room/roomRequest.ts';
import { awaitsGifts } from '../room/rooms.ts';
import type { RehearsalFacts } from '../show/facts.ts';
import { commandBase } from './showCalls.ts';

type Names =
  | 'room.open'
  | 'room.wait'
  | 'room.close'
  | 'room.showPage'
  | 'rehearsal.open'
  | 'gifts.learned'
  | 'inspect.messages';

export function roomCalls(core: Core): Pick<CallHandlers, Names> {
  const { rooms, rehearsals, shows } = core;
  return {
    'room.open': async (args) => {
      const request = requestRoom(core, args);
      await rooms.open(request);
      if (shows.current?.facts.rehearsal === null) await rehearsals.replace(null);
      return {};
    },
    'room.wait': async (args) => {
      const request = requestRoom(core, args);
      rooms.wait(request);
      await rehearsals.replace(null);
      return {};
    },
    'room.close': async () => {
      roomDecided(core);
      rooms.close();
      const show = shows.current;
      if (show !== null && !show.facts.closed) show.setFacts({ ...show.facts, closed: true });
      return {};
    },
    'room.showPage': async () => {
      rooms.showPage();
      return {};
    },
    'rehearsal.open': async ({ size, locale, confirm }, by) => {
      await openRehearsal(core, { size, locale, seed: core.rehearsalSeed }, confirm, by);
      return {};
    },
    'gifts.learned': async () => ({ gifts: [...core.learned.known.values()] }),
    'inspect.messages': async () => ({ methods: rooms.shown?.inspect() ?? [] }),
  };
}

/** Returns the room that a call asks for, after the host has confirmed the change of rooms where that is needed. */
function requestRoom(core: Core, { username, lineId, confirm }: CallArgs<'room.open'>): RoomRequest {
  const request: RoomRequest = {
    username: cleanUsername(username),
    line: core.lines.get(lineId),
    rehearsal: null,
  };
  askBefore(core, request, confirm);
  roomDecided(core);
  return request;
}

/** Requires the operator's confirmation to replace the open room with another user's room. */
function askBefore(core: Core, request: RoomRequest, confirm: boolean | undefined): void {
  if (confirm !== true && core.rooms.replaces(request)) throw new RingsideError('room.switchNeedsConfirm');
}

async function openRehearsal(
  core: Core,
  facts: RehearsalFacts,
  confirm: boolean | undefined,
  by: string,
): Promise<void> {
  const { rehearsals, rooms, shows, presets, allowance } = core;
  if (!allowance.rehearsalSizes.includes(facts.size)) throw new RingsideError('rehearsal.sizeNeedsAccount');
  const show = shows.current;
  const other = show?.state.room && show.state.status !== 'ended' && show.facts.rehearsal === null;
  if (other && confirm !== true) throw new RingsideError('room.switchNeedsConfirm');
  roomDecided(core);
  const rehearsal = await rehearsals.start(facts);
  try {
    if (knownPreset(presets, rehearsal) === undefined) presets.refuseTooMany();
    await rooms.open({ username: rehearsal.username, line: lineTo(rehearsal), rehearsal: facts });
  } catch (error) {
    await rehearsal.close();
    throw error;
  }
  await rehearsals.replace(rehearsal);
  endInTime(core, rehearsal);
  const opened = shows.required;
  if (opened.state.preset !== null) return;
  const before = presets.list().length;
  const preset = rehearsalPreset(presets, facts, rehearsal);
  if (presets.list().length > before) core.hub.broadcast({ push: 'presets', presets: presets.list() });
  await opened.command({ ...commandBase(core, by), command: 'choosePreset', preset });
}

/** Ends a rehearsal at its time limit. Its results stay. */
function endInTime(core: Core, rehearsal: Rehearsal): void {
  const { allowance, clock, rehearsals } = core;
  if (allowance.rehearsalMs === Number.POSITIVE_INFINITY) return;
  clock.after(allowance.rehearsalMs, () => {
    if (!rehearsals.isRunning(rehearsal)) return;
    const minutes = Math.round(allowance.rehearsalMs / 60_000);
    void endRehearsal(core, { code: 'rehearsal.timeUp', params: { minutes } });
  });
}

const ENDED = 'rehearsal.ended';

/**
 * Ends the open rehearsal. Its results stay. A notice with the reason stands until another show begins. If the disk
 * refuses the end of the session, the rehearsal ends all the same.
 */
export async function endRehearsal(core: Core, problem: Problem): Promise<void> {
  const { rehearsals, rooms, shows, notices, log } = core;
  if (shows.busy) {
    rooms.storeGap();
    await shows.required
      .command({ ...commandBase(core, 'ringside'), command: 'session', action: 'end' })
      .catch((error: unknown) => log('the end of the rehearsal could not be stored', error));
  }
  rooms.close();
  void rehearsals.replace(null);
  notices.showStanding(ENDED, 'warn', problem);
}

const COPIED = 'room.copiedFolder';
const UNKNOWN = 'storage.roomUnknown';

/**
 * Call it after a host has opened or closed a room. The data folder then counts as the original, and the notice about
 * the end of the last rehearsal is cleared.
 */
function roomDecided({ identity, notices }: Core): void {
  identity.adopt();
  notices.clear(COPIED);
  notices.clear(UNKNOWN);
  notices.clear(ENDED);
}

/**
 * Reconnects to the room of the open show after a start. In a copied data folder the host must decide: the original
 * may be counting the same room. `joined`: the room, if this server has joined it while another one still read it.
 */
export async function resumeRoom(core: Core, joined?: JoinedRoom): Promise<void> {
  const { shows, rooms, rehearsals, lines } = core;
  const show = shows.current;
  const room = show?.state.room;
  if (show && room && awaitsGifts(show, core.clock.now()) && show.unknownFacts !== null) {
    rooms.missSince(show.aliveAt);
    const params = { username: room.username, place: show.unknownFacts };
    core.notices.showStanding(UNKNOWN, 'warn', { code: UNKNOWN, params });
    return;
  }
  if (!show || !room || !awaitsGifts(show, core.clock.now()) || show.facts.closed) {
    roomDecided(core);
    return;
  }
  const { rehearsal: facts, lineId } = show.facts;
  if (facts === null && core.identity.isCopy) {
    rooms.missSince(show.aliveAt);
    core.notices.showStanding(COPIED, 'warn', { code: COPIED, params: { username: room.username } });
    return;
  }
  roomDecided(core);
  if (facts === null) {
    const isContinuous = joined?.isOpen === true;
    if (isContinuous) joined.onLost((at) => rooms.missSince(at));
    const missedFrom = isContinuous ? 0 : show.aliveAt;
    rooms.resume({ username: room.username, line: lines.get(lineId), rehearsal: null }, missedFrom);
    return;
  }
  const rehearsal = await rehearsals.start(facts);
  await rehearsals.replace(rehearsal);
  rooms.resume({ username: room.username, line: lineTo(rehearsal), rehearsal: facts }, show.aliveAt);
}

type AnchorNames = 'anchors.look' | 'pictures.put' | 'pictures.read' | 'sounds.put';

/** Handles requests about anchors' platform facts, and about pictures and sounds. */
export function anchorCalls({ anchors, pictures, sounds }: Core): Pick<CallHandlers, AnchorNames> {
  return {
    'anchors.look': async ({ username }) => ({ anchor: await anchors.lookUp(cleanUsername(username)) }),
    'pictures.put': async ({ data }) => ({ picture: pictures.put(bytesOf(data)) }),
    'sounds.put': async ({ id, size, offset, data }) =>
      sounds.put(id, size, offset, Buffer.from(data, 'base64')),
    'pictures.read': async ({ pictures: ids }) => ({
      pictures: ids.map((id) => ({ id, data: pictures.dataOf(id) })),
    }),
  };
}

function bytesOf(data: string): Uint8Array {
  return new Uint8Array(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
}
