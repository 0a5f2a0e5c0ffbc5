import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import { apply, diff, isEmpty } from '#shared/overlay/change.ts';
import { sectionsOf, showsMoments } from '#shared/overlay/sections.ts';
import type { Connect, WireEvents } from '../client/wire.ts';
import type { Address } from '../page/address.ts';
import { castOf } from './cast.ts';
import { showLevel, tourMoments } from './effectTour.ts';
import { roundTime, sampleState } from './sampleState.ts';
import { ROUND } from './script.ts';
import { advance, startTallies } from './tallies.ts';

type SampleAddress = Extract<Address, { kind: 'sample' }>;

export interface SampleHub {
  connect: Connect;
  /** The show stands still, and so does its clock. */
  still: boolean;
  /** Takes other options over; false when it is another show, which has to be connected to anew. */
  follow(address: Address): boolean;
}

const STEP_MS = 400;
/** Where a running sample begins: in the middle of a round, so that nobody waits for something to see. */
const BEGIN_SECOND = 24;

/** Plays a show that never was, in the words of a hub, for an editor and a gallery without one. */
export function createSampleHub(first: SampleAddress): SampleHub {
  let { options } = first;
  let events: WireEvents | null = null;
  const cast = castOf(options.frame.language);
  const tallies = startTallies(cast);
  const start = first.at ?? BEGIN_SECOND;
  const begun = Date.now() - start * 1000;
  let second = -1;
  let revision = 0;
  let sent: Partial<OverlayState> = {};

  const nowAt = () => (first.at === null ? Date.now() : begun + first.at * 1000);
  const say = (message: ToOverlay) => events?.received(JSON.stringify(message));
  const shown = (): Partial<OverlayState> => {
    const whole = sampleState(cast, tallies, second, begun);
    if (options.kind === 'effects') showLevel(whole, second);
    return Object.fromEntries(sectionsOf(options).map((section) => [section, whole[section]]));
  };
  const goTo = (to: number) => {
    advance(tallies, cast, second, to);
    second = to;
  };
  const snapshot = () => {
    sent = shown();
    revision += 1;
    say({ type: 'snapshot', options, revision, now: nowAt(), state: sent });
  };
  const step = () => {
    const before = second;
    goTo((Date.now() - begun) / 1000);
    const change = diff(sent, shown());
    const happened = options.kind === 'effects' ? tourMoments : momentsBetween;
    const moments = showsMoments(options) ? happened(before, second, shown(), cast) : [];
    if (!isEmpty(change)) {
      sent = apply(sent, change);
      say({ type: 'change', from: revision, revision: revision + 1, now: nowAt(), change });
      revision += 1;
    }
    if (moments.length > 0) say({ type: 'moments', moments });
  };

  return {
    still: first.at !== null,
    connect: (toPage) => {
      events = toPage;
      let timer: number | undefined;
      queueMicrotask(() => {
        if (events !== toPage) return;
        goTo(start);
        snapshot();
        if (first.at === null) timer = window.setInterval(step, STEP_MS);
      });
      return {
        send: (text) => {
          if (text.includes('"ping"')) say({ type: 'pong', now: nowAt() });
          else if (text.includes('"resync"')) snapshot();
        },
        close: () => {
          events = null;
          window.clearInterval(timer);
        },
      };
    },
    follow: (address) => {
      if (address.kind !== 'sample' || address.at !== first.at) return false;
      if (address.options.kind !== options.kind) return false;
      if (address.options.frame.language !== options.frame.language) return false;
      options = address.options;
      snapshot();
      return true;
    },
  };
}

/** What happened between two seconds of the show that has an animation of its own. */
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
