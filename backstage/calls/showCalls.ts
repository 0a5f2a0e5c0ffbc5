import { isDeepStrictEqual } from 'node:util';
import type { CallHandlers } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type CommandInput, RULES_EDITION } from '#shared/contract/input.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { packSnapshot, serialise } from '#shared/game/serialise.ts';
import type { Core } from '../core.ts';
import type { Listener } from '../hub.ts';
import { LINGER } from '../room/rooms.ts';
import type { Show } from '../show/show.ts';

/** A screen that is further behind gets a snapshot, which is faster than that many inputs. */
const MOST_INPUTS = 5000;

type Names =
  | 'show.subscribe'
  | 'show.list'
  | 'session.choosePreset'
  | 'session.act'
  | 'bindings.bind'
  | 'bindings.pin'
  | 'bindings.suspend';

/** The fields that all commands have. */
export function commandBase(core: Core, by: string) {
  return { kind: 'command', at: core.clock.now(), by: by.slice(0, 64) } as const;
}

export function showCalls(core: Core, listener: Listener): Pick<CallHandlers, Names> {
  const { shows, rooms, hub } = core;
  const command = async (input: CommandInput): Promise<Record<string, never>> => {
    await shows.required.command(input);
    return {};
  };
  return {
    'show.subscribe': async ({ showId, from }) => {
      const nothing = () => {
        hub.follow(listener, null, 0);
        return { showId: null, snapshot: null, inputs: [], seq: 0 };
      };
      for (;;) {
        const show = shows.current;
        if (show === null) return nothing();
        // Inputs that cannot be written are not sent: the answer ends with the last input on disk.
        const answer = await show
          .readState(() => {
            if (shows.current !== show) return null;
            const seq = show.committedSeq;
            hub.follow(listener, show.id, seq);
            const known =
              showId === show.id &&
              from !== undefined &&
              from <= seq &&
              seq - from <= MOST_INPUTS &&
              show.journal.hasSince(from);
            return known
              ? { showId: show.id, snapshot: null, inputs: show.journal.inputs(from, seq - from), seq }
              : { showId: show.id, snapshot: snapshotOf(show), inputs: [], seq };
          })
          .catch((error: unknown) => {
            if (shows.current === show) throw error;
            return null;
          });
        // Another show was opened meanwhile.
        if (answer !== null) return answer;
      }
    },
    'show.list': async () => ({ shows: core.archive.list(shows.current?.line ?? null) }),
    'session.choosePreset': async ({ presetId }, by) => {
      const preset = core.presets.get(presetId);
      await shows.settleEnded();
      const show = shows.current;
      if (show?.state.status === 'ended') rooms.close();
      const open =
        show === null || show.state.status === 'ended'
          ? shows.begin({ lineId: core.lines.list()[0]?.id ?? 'line1', rehearsal: null })
          : show;
      await changePreset(core, open, preset, by);
      return {};
    },
    'session.act': async ({ action }, by) => {
      const show = shows.required;
      const command = { ...commandBase(core, by), command: 'session', action } as const;
      if (action !== 'end') await show.command(command);
      else {
        rooms.storeGap();
        await show.command({ ...command, linger: LINGER });
        rooms.closeAfterEnd();
      }
      return {};
    },
    'bindings.bind': async ({ viewerId, anchorId, from }, by) => {
      const show = shows.required;
      await show.command(() => {
        const manual = show.state.viewers.get(viewerId)?.manual ?? null;
        if (from !== undefined && manual !== null && manual !== from && manual !== anchorId)
          throw new RingsideError('viewer.stale', { anchorId: manual });
        return [{ ...commandBase(core, by), command: 'bind', viewerId, anchorId }];
      });
      return {};
    },
    'bindings.pin': async ({ viewerId, pinned }, by) =>
      command({ ...commandBase(core, by), command: 'pin', viewerId, pinned }),
    'bindings.suspend': async ({ on }, by) => command({ ...commandBase(core, by), command: 'suspend', on }),
  };
}

/** Gives a show a preset. Writes nothing when the show has exactly this preset already, so repeats fill no disk. */
export async function changePreset(core: Core, show: Show, preset: Preset, by: string): Promise<void> {
  await show.command(() => {
    const { preset: now, presetAhead } = show.state;
    if (isDeepStrictEqual(presetAhead ?? now, preset)) return [];
    return [{ ...commandBase(core, by), command: 'choosePreset', preset, rulesFrom: 'nextRound' }];
  });
}

/** Returns the last state on disk: the state in memory is ahead of it while the disk refuses a batch. */
function snapshotOf(show: Show) {
  return packSnapshot(serialise(show.committedState()));
}

type RoundNames =
  | 'round.prepare'
  | 'round.act'
  | 'round.resurrect'
  | 'round.pledge'
  | 'round.decideTie'
  | 'anchors.knockOut'
  | 'dance.act';

/** Handles operators' requests about rounds, anchors and dances. Each stores one command in the journal. */
export function roundCalls(core: Core): Pick<CallHandlers, RoundNames> {
  const command = async (input: CommandInput): Promise<Record<string, never>> => {
    await core.shows.required.command(input);
    return {};
  };
  return {
    'round.prepare': async (wanted, by) =>
      command({ ...commandBase(core, by), command: 'prepare', edition: RULES_EDITION, ...wanted }),
    'round.act': async ({ action }, by) => command({ ...commandBase(core, by), command: 'round', action }),
    'round.resurrect': async ({ anchorId }, by) =>
      command({ ...commandBase(core, by), command: 'resurrect', edition: RULES_EDITION, anchorId }),
    'round.pledge': async ({ votesTenths }, by) =>
      command({ ...commandBase(core, by), command: 'pledge', votesTenths }),
    'round.decideTie': async (decision, by) =>
      command({ ...commandBase(core, by), command: 'decideTie', ...decision }),
    'anchors.knockOut': async ({ anchorId, out }, by) =>
      command({ ...commandBase(core, by), command: 'knockOut', anchorId, out }),
    'dance.act': async (wanted, by) => command({ ...commandBase(core, by), command: 'dance', ...wanted }),
  };
}
