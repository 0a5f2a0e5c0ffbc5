import type { GapInput, GiftInput, Input } from '../contract/input.ts';
import type { Target } from '../contract/ledger.ts';
import { type HookBody, type HookEvent, MAX_HOOK_NAME } from '../contract/webhooks.ts';
import { type FoldSink, fold, type GameState } from '../game/fold.ts';
import type { Round } from '../game/round/round.ts';
import { isOn, latestRound, roundLeader } from '../game/round/view.ts';
import { nicknameOf, ranking, totals } from '../game/selectors.ts';
import { streakKey } from '../game/streaks.ts';
import { anchorIdOf } from '../game/table.ts';
import { winnersOf } from '../overlay/buildRound.ts';

/** An event of a show. The same inputs give the same events with the same ids. */
export interface ShowEvent {
  /** Unique among all events of all shows. */
  id: string;
  /** The number of the input that caused it, and its index among the events of this input. */
  seq: number;
  index: number;
  type: HookEvent;
  /** The time of the input (ms since 1970). */
  at: number;
  body: HookBody;
}

interface ReadShow {
  id: string;
  rehearsal: boolean;
}

/** The index of the gift of an input. Other events have smaller ones, so they do not depend on `minDiamonds`. */
export const GIFT_INDEX = 99;

/** What is compared before and after an input. */
interface Marks {
  startedAt: number;
  ended: boolean;
  /** The last two rounds: a settlement may be about the one before the last. */
  rounds: readonly { id: number; started: boolean; settlements: number }[];
  /** The leader of the running round `leadRound`; null in a tie. */
  leadRound: number;
  leader: string | null;
}

/** The new pieces of a gift message, in diamonds, and the target of the row that it opened. */
class GiftSum implements FoldSink {
  diamonds = 0;
  target: Target | null = null;

  opened({ diamonds, target }: { diamonds: number; target: Target }): void {
    this.diamonds += diamonds;
    this.target = target;
  }

  grew({ diamonds }: { diamonds: number }): void {
    this.diamonds += diamonds;
  }

  moved(): void {}
}

/** Folds the inputs of a show and reads its events. It depends on the state alone, so it may begin at any input. */
export class ShowEventReader {
  readonly state: GameState;
  readonly #show: ReadShow;
  readonly #fold: typeof fold;
  #marks: Marks;

  /** `foldInput` may replace `fold`, to skip inputs that cannot be folded. The reader changes `state`. */
  constructor(show: ReadShow, state: GameState, foldInput: typeof fold = fold) {
    this.#show = { id: show.id, rehearsal: show.rehearsal };
    this.state = state;
    this.#fold = foldInput;
    this.#marks = marksOf(state);
  }

  /** Folds the next input. Returns its events in order; gifts worth less than `minDiamonds` cause none. */
  read(seq: number, input: Input, minDiamonds: number): ShowEvent[] {
    const { state } = this;
    const before = this.#marks;
    const gift = new GiftSum();
    this.#fold(state, seq, input, gift);
    const after = marksOf(state);
    this.#marks = after;
    const timestamp = new Date(input.at).toISOString();
    const bodies = [...this.#changes(before, after, timestamp)];
    if (input.kind === 'gap') bodies.push(this.#gap(input, timestamp));
    const events = bodies.map((body, index) => this.#event(seq, index, input.at, body));
    if (input.kind === 'gift' && gift.diamonds > 0) {
      const total = input.streak ? input.repeat * input.diamonds : gift.diamonds;
      const isNew = total >= minDiamonds && total - gift.diamonds < minDiamonds;
      if (isNew)
        events.push(this.#event(seq, GIFT_INDEX, input.at, this.#gift(input, gift, total, timestamp)));
    }
    return events;
  }

  #event(seq: number, index: number, at: number, body: HookBody): ShowEvent {
    return { id: `msg_${this.#show.id}_${seq}_${index}`, seq, index, type: body.type, at, body };
  }

  *#changes(before: Marks, after: Marks, timestamp: string): Generator<HookBody> {
    const { state } = this;
    const show = this.#show;
    const named = (id: string) => ({ id, name: nameOf(state, id) });
    const room = cut(state.room?.username ?? '');
    if (before.startedAt === 0 && after.startedAt > 0) {
      const anchors = (state.preset?.anchors ?? []).map(({ id }) => named(id));
      yield { type: 'show.started', timestamp, data: { show, room, anchors } };
    }
    const first = before.rounds[0]?.id ?? 1;
    for (const round of state.rounds.slice(first - 1)) {
      const was = before.rounds.find(({ id }) => id === round.id);
      const { id, number, kind, settlement } = round;
      if (was?.started !== true && round.startedAt > 0) {
        yield {
          type: 'round.started',
          timestamp,
          data: {
            show,
            round: { id, number, kind },
            anchors: round.anchors.map(named),
            attackers: round.attacker.anchors.map(named),
            defenders: round.defender.anchors.map(named),
          },
        };
      }
      if (settlement === null || round.settlements === (was?.settlements ?? 0)) continue;
      yield {
        type: 'round.settled',
        timestamp,
        data: {
          show,
          round: { id, number, kind },
          again: round.settlements > 1,
          outcome: settlement.outcome,
          winners: winnersOf(round).map(named),
          out: settlement.out.map(named),
          attackerTenths: settlement.attackerTenths,
          defenderTenths: settlement.defenderTenths,
          anchors: settlement.shares.map(({ anchorId, votesTenths }) => ({
            ...named(anchorId),
            votesTenths,
          })),
        },
      };
    }
    const round = latestRound(state);
    const { leader } = after;
    const wasLeader = before.leadRound === after.leadRound ? before.leader : null;
    if (round !== null && leader !== null && leader !== wasLeader) {
      const { id, number, kind } = round;
      yield {
        type: 'lead.changed',
        timestamp,
        data: { show, round: { id, number, kind }, leader: named(leader) },
      };
    }
    if (!before.ended && after.ended) {
      const { counted } = totals(state);
      yield {
        type: 'show.ended',
        timestamp,
        data: {
          show,
          room,
          startedAt: state.startedAt,
          gifts: counted.count,
          diamonds: counted.diamonds,
          votesTenths: counted.votesTenths,
          anchors: ranking(state).map(({ anchorId, votesTenths }) => ({ ...named(anchorId), votesTenths })),
        },
      };
    }
  }

  #gap({ cause, from, until }: GapInput, timestamp: string): HookBody {
    return { type: 'gap.found', timestamp, data: { show: this.#show, cause, from, until } };
  }

  #gift(
    { user, giftId, giftName, diamonds, ...gift }: GiftInput,
    sum: GiftSum,
    total: number,
    timestamp: string,
  ): HookBody {
    const { state } = this;
    const key = streakKey(state.room?.roomId ?? '', user.id, giftId, gift.group);
    const streak = gift.streak ? state.streaks.get(key) : undefined;
    const target = streak?.corrected ?? sum.target ?? streak?.autoTarget ?? 'unallocated';
    const anchorId = anchorIdOf(target);
    return {
      type: 'gift.received',
      timestamp,
      data: {
        show: this.#show,
        viewer: { id: user.id, name: cut(user.name), username: cut(user.username) },
        gift: { id: giftId, name: cut(giftName), diamonds },
        count: diamonds === 0 ? 0 : Math.round(total / diamonds),
        diamonds: total,
        target,
        anchor: anchorId === null ? null : { id: anchorId, name: nameOf(state, anchorId) },
      },
    };
  }
}

const cut = (name: string): string => name.slice(0, MAX_HOOK_NAME);

const nameOf = (state: GameState, id: string): string => cut(nicknameOf(state, id) ?? '');

function marksOf(state: GameState): Marks {
  const round = latestRound(state);
  const isRunning = round !== null && isOn(round);
  return {
    startedAt: state.startedAt,
    ended: state.status === 'ended',
    rounds: state.rounds.slice(-2).map(markRound),
    leadRound: isRunning ? round.id : 0,
    leader: isRunning ? roundLeader(state, round) : null,
  };
}

function markRound({ id, startedAt, settlements }: Round): Marks['rounds'][number] {
  return { id, started: startedAt > 0, settlements };
}
