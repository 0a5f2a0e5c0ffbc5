import { FakeLink } from '#renderer/data/platform/fake.ts';
import { ShowEngine } from '#renderer/data/show/engine.ts';
import { sideMembers } from '#renderer/features/show/stage/members.ts';
import { stageClock, stageView } from '#renderer/features/show/stage/stageView.ts';
import { ViewerFeed } from '#renderer/features/show/viewers/viewerFeed.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { fold, type GameState } from '#shared/game/fold.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { ranking, totals } from '#shared/game/selectors.ts';
import { packSnapshot, serialise } from '#shared/game/serialise.ts';
import { Show } from '../support/show.ts';
import { median, percentile } from './statistics.ts';

const VIEWERS = 100_000;
/** Gifts per frame: a thousand a second at sixty frames a second. */
const INPUTS = 17;
const FRAMES = 600;

/**
 * Measures the time (ms) to publish the state of a show with 100,000 viewers and a battle once. The store notifies all
 * parts of the Homepage after a frame's gifts, and the parts read their selectors. Nothing is drawn.
 */
export async function bench(): Promise<Record<string, number>> {
  const show = Show.inBattle();
  for (let viewer = 0; viewer < VIEWERS; viewer += 1) show.gift(`v${viewer}`);
  const link = new FakeLink({
    'show.subscribe': () => ({
      showId: 's',
      snapshot: packSnapshot(serialise(show.state)),
      inputs: [],
      seq: show.state.seq,
    }),
  });
  let frames: (() => void)[] = [];
  const engine = new ShowEngine({
    link,
    nextFrame: (task) => frames.push(task),
    now: () => performance.now(),
    after: () => {},
  });
  const paint = () => {
    while (frames.length > 0) {
      const tasks = frames;
      frames = [];
      for (const task of tasks) task();
    }
  };
  link.setState({ phase: 'open' });
  await Promise.resolve();
  await Promise.resolve();
  paint();
  let copied: unknown;
  engine.subscribe(() => {
    copied = copyOut(engine.state);
  });
  engine.onRows((events) => {
    copied = events.length;
  });
  const later: (() => void)[] = [];
  const feed = new ViewerFeed({
    engine,
    sort: 'votes',
    compareNames: (a, b) => (a < b ? -1 : 1),
    now: () => performance.now(),
    after: (_ms, task) => {
      later.push(task);
      return () => {};
    },
  });
  feed.start();
  const times: number[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    link.push({ push: 'inputs', showId: 's', inputs: nextGifts(show, frame) });
    const begun = performance.now();
    paint();
    times.push(performance.now() - begun);
  }
  if (engine.state.seq !== show.state.seq || copied === undefined) throw new Error('nothing was published');
  return { 'publish.median.ms': median(times), 'publish.p99.ms': percentile(times, 0.99) };
}

/** The selectors of the Homepage's parts. */
function copyOut(state: GameState): unknown[] {
  const round = shownRound(state);
  const sides =
    round === null ? [] : [sideMembers(state, round, 'attacker'), sideMembers(state, round, 'defender')];
  return [stageView(state), stageClock(state), ranking(state), totals(state), sides];
}

function nextGifts(show: Show, frame: number): StoredInput[] {
  return Array.from({ length: INPUTS }, (_, index) => {
    const viewer = (frame * INPUTS + index) * 7919;
    const seq = show.state.seq + 1;
    const id = `v${viewer % VIEWERS}`;
    const input: GiftInput = {
      kind: 'gift',
      at: show.now,
      sentAt: show.now,
      msgId: `n${seq}`,
      user: { id, name: id, username: id },
      giftId: 5655,
      giftName: 'Rose',
      diamonds: 1,
      streak: true,
      group: `g${seq}`,
      repeat: 1,
      end: false,
      tickets: 1,
    };
    fold(show.state, seq, input);
    return { seq, input };
  });
}
