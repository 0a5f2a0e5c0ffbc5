import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import { apply, diff, isEmpty } from '#shared/overlay/change.ts';
import { receivesMoments, sectionsOf } from '#shared/overlay/sections.ts';
import type { Connect, HubSocketEvents } from '../client/hubSocket.ts';
import type { Address } from '../page/address.ts';
import { castOf } from './cast.ts';
import { showLevel, tourMoments } from './effectTour.ts';
import { roundTime, sampleState } from './sampleState.ts';
import { ROUND } from './script.ts';
import { addGifts, startTallies } from './tallies.ts';

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
