import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import { bonusKey, bonusOf } from '#shared/overlay/bonus.ts';
import { apply, diff, isEmpty, receivesMoments, sectionsOf } from '#shared/overlay/change.ts';
import { goalKey, goalOf } from '#shared/overlay/goals.ts';
import { periodRanksOf } from '#shared/overlay/periodRankSpec.ts';
import type { Connect, HubSocketEvents } from '../client/hubSocket.ts';
import type { Address } from '../page/address.ts';
import { type Cast, castOf } from './cast.ts';
import { bonusAt, goalSums, periodRanks, roundTime, sampleState } from './sampleState.ts';
import { addGifts, ROUND, startTallies } from './tallies.ts';

type SampleAddress = Extract<Address, { kind: 'sample' }>;

export interface SampleHub {
  connect: Connect;
  /** Whether the show and its clock stand still. */
  still: boolean;
  /** Applies the options of a new address. Returns false if it needs a new sample hub. */
  setAddress(address: Address): boolean;
}

const STEP_MS = 400;
/** Second at which a running sample begins, in the middle of a round. */
const BEGIN_SECOND = 24;

/** Plays a sample show with the messages of a hub, inside the page, for the editor and the gallery. */
export function createSampleHub(first: SampleAddress): SampleHub {
  let { options } = first;
  let events: HubSocketEvents | null = null;
  const cast = castOf(options.frame.language);
  const tallies = startTallies(cast);
  const start = first.at ?? BEGIN_SECOND;
  /** Time of the show's second 0. */
  const begun = Date.now() - start * 1000;
  let second = -1;
  let revision = 0;
  let sent: Partial<OverlayState> = {};

  const hubTime = () => (first.at === null ? Date.now() : begun + first.at * 1000);
  const send = (message: ToOverlay) => events?.received(JSON.stringify(message));
  const shown = (): Partial<OverlayState> => {
    const whole = sampleState(cast, tallies, second, begun);
    if (options.kind === 'effects') showLevel(whole, second);
    const bonus = bonusOf(options);
    if (bonus !== null) whole.bonus = { [bonusKey(bonus)]: bonusAt(bonus, second, begun) };
    const goal = goalOf(options);
    if (goal !== null) whole.goals = { [goalKey(goal)]: goalSums(goal, tallies) };
    whole.periods = Object.assign({}, ...periodRanksOf(options).map((spec) => periodRanks(spec, whole)));
    return Object.fromEntries(sectionsOf(options).map((section) => [section, whole[section]]));
  };
  const advanceTo = (to: number) => {
    addGifts(tallies, cast, second, to);
    second = to;
  };
  const snapshot = () => {
    sent = shown();
    revision += 1;
    send({ type: 'snapshot', options, revision, now: hubTime(), state: sent });
  };
  const step = () => {
    const before = second;
    advanceTo((Date.now() - begun) / 1000);
    const change = diff(sent, shown());
    const momentsOf = options.kind === 'effects' ? tourMoments : momentsBetween;
    const moments = receivesMoments(options) ? momentsOf(before, second, shown(), cast) : [];
    if (!isEmpty(change)) {
      sent = apply(sent, change);
      send({ type: 'change', from: revision, revision: revision + 1, now: hubTime(), change });
      revision += 1;
    }
    if (moments.length > 0) send({ type: 'moments', moments });
  };

  return {
    still: first.at !== null,
    connect: (toPage) => {
      events = toPage;
      let timer: number | undefined;
      queueMicrotask(() => {
        if (events !== toPage) return;
        advanceTo(start);
        snapshot();
        if (first.at === null) timer = window.setInterval(step, STEP_MS);
      });
      return {
        send: (text) => {
          if (text.includes('"ping"')) send({ type: 'pong', now: hubTime() });
          else if (text.includes('"resync"')) snapshot();
        },
        close: () => {
          events = null;
          window.clearInterval(timer);
        },
      };
    },
    setAddress: (address) => {
      if (address.kind !== 'sample' || address.at !== first.at) return false;
      if (address.options.kind !== options.kind) return false;
      if (address.options.frame.language !== options.frame.language) return false;
      options = address.options;
      snapshot();
      return true;
    },
  };
}

/** The moments between two seconds of the show. */
function momentsBetween(before: number, after: number, state: Partial<OverlayState>): OverlayMoment[] {
  const { at } = roundTime(after);
  if (at < ROUND.settled || roundTime(before).at >= ROUND.settled) return [];
  const winner = state.winner?.last ?? null;
  const outcome = winner?.outcome ?? 'draw';
  const anchors = winner?.anchors ?? state.round?.now?.winners ?? [];
  const [anchorId] = anchors;
  const settlement: OverlayMoment = { kind: 'settlement', outcome, anchors };
  return anchorId === undefined
    ? [settlement]
    : [settlement, { kind: 'streak', anchorId, streak: winner?.streak ?? 1 }];
}

/*
 * The sample for the effects widget: shows each level on each side and each moment within a minute, so that a host can
 * choose a style. In a real show, one effect lasts for minutes.
 */
const LEVEL_SECONDS = 6;
const MOMENT_SECONDS = 8;

/** Sets the effect of this second in the sample's state. */
export function showLevel(state: OverlayState, second: number): void {
  const { now } = state.battle;
  if (now === undefined) return;
  const turn = Math.floor(second / LEVEL_SECONDS);
  now.effectLevel = 1 + (turn % 3);
  now.effectSide = Math.floor(turn / 3) % 2 === 0 ? 'attacker' : 'defender';
}

/** The moments after the second `before`, up to the second `after`. */
export function tourMoments(
  before: number,
  after: number,
  state: Partial<OverlayState>,
  cast: Cast,
): OverlayMoment[] {
  const moments: OverlayMoment[] = [];
  for (let turn = Math.floor(before / MOMENT_SECONDS) + 1; turn * MOMENT_SECONDS <= after; turn += 1) {
    moments.push(momentOf(turn, state, cast));
  }
  return moments;
}

function momentOf(turn: number, { battle, scores }: Partial<OverlayState>, cast: Cast): OverlayMoment {
  const side = Math.floor(turn / 5) % 2 === 0 ? ('attacker' as const) : ('defender' as const);
  const anchors = (side === 'attacker' ? battle?.now?.attackers : battle?.now?.defenders) ?? [];
  const [first = ''] = anchors;
  switch (turn % 5) {
    case 0:
      return { kind: 'settlement', outcome: side, anchors };
    case 1:
      return { kind: 'streak', anchorId: first, streak: 5 };
    case 2:
      return { kind: 'breakthrough', anchorIds: [first] };
    case 3:
      return gameplayOf(cast, turn);
    default: {
      const tried = Object.entries(scores ?? {}).find(([, { reviving }]) => reviving)?.[0] ?? first;
      return { kind: 'resurrection', anchorId: tried, restored: side === 'attacker' };
    }
  }
}

/** The start of one of the sample's dances. */
function gameplayOf(cast: Cast, turn: number): OverlayMoment {
  const place = turn % cast.dances.length;
  return {
    kind: 'gameplay',
    entryId: `sample-dance-${place}`,
    name: cast.dances[place] ?? '',
    effects: cast.danceEffects[place] ?? '',
    style: 'chinese',
    viewer: cast.viewers[turn % cast.viewers.length] ?? '',
  };
}
