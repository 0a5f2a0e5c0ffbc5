import { advance, piecesOf, streakKey } from '#shared/game/streaks.ts';
import { decodeMessage } from '#shared/live/decode.ts';
import { Inspection } from '#shared/live/inspection.ts';
import type { GiftMessage } from '#shared/live/messages.ts';
import { connectorDecoder, readable } from './connector.ts';
import { mixedRecording, type RecordedMessage } from './recording.ts';
import { median } from './statistics.ts';

const ROUNDS = 15;
/** Length of a round of each side, ms. */
const ROUND_TIME = 100;
const WARM_UP = 10;

/** Decodes and counts with Ringside. Returns the number of gifts, so that the JIT cannot remove the work. */
function decodeAndCount(recording: readonly RecordedMessage[]): number {
  const inspection = new Inspection();
  const seen = new Map<string, number>();
  let gifts = 0;
  for (const { method, payload, msgId } of recording) {
    const message = decodeMessage(method, payload, { msgId, isHistory: false }, inspection);
    if (message?.kind === 'gift') gifts += count(message, seen);
  }
  return gifts;
}

function count(gift: GiftMessage, seen: Map<string, number>): number {
  if (!gift.streak) return piecesOf(gift.repeatCount);
  const key = streakKey('room', gift.user.id, gift.giftId, gift.groupId);
  const { repeatCount: repeat, repeatEnd: end, tickets, diamonds } = gift;
  const step = advance(seen.get(key), { repeat, end, tickets, diamonds });
  seen.set(key, step.seen);
  return step.add;
}

/** Repeats `work` for about `ROUND_TIME`. Returns messages per second. */
function perSecond(messages: number, work: () => void): number {
  const begin = performance.now();
  let runs = 0;
  let spent = 0;
  do {
    work();
    runs += 1;
    spent = performance.now() - begin;
  } while (spent < ROUND_TIME);
  return (runs * messages * 1000) / spent;
}

/** Measures both sides on the same bytes in turns, so that a slow machine slows both. */
function compare(name: string, all: readonly RecordedMessage[]): Record<string, number> {
  const recording = readable(all);
  const decode = connectorDecoder(recording);
  let kept: object | undefined;
  const baseline = (): void => {
    for (const message of recording) kept = decode(message);
  };
  const expected = decodeAndCount(recording);
  const ours = (): void => {
    if (decodeAndCount(recording) !== expected) throw new Error('the count differs from round to round');
  };
  const rounds: { ours: number; baseline: number }[] = [];
  for (let i = -WARM_UP; i < ROUNDS; i += 1) {
    const round = {
      baseline: perSecond(recording.length, baseline),
      ours: perSecond(recording.length, ours),
    };
    // The first rounds warm both sides up.
    if (i >= 0) rounds.push(round);
  }
  if (kept === undefined) throw new Error('there was nothing to decode');
  return {
    [`decode.${name}.ratio`]: Math.round(median(rounds.map((one) => one.ours / one.baseline)) * 10) / 10,
    [`decode.${name}.perSecond`]: Math.round(median(rounds.map((one) => one.ours))),
    [`decode.${name}.baselinePerSecond`]: Math.round(median(rounds.map((one) => one.baseline))),
  };
}

/**
 * Measures messages decoded and counted per second, and the ratio to a decode by the package of the most used open
 * connector. Runs on a mixed recording and on its gifts alone.
 */
export async function bench(): Promise<Record<string, number>> {
  const { messages } = mixedRecording();
  const gifts = messages.filter(({ method }) => method === 'WebcastGiftMessage');
  return { ...compare('mixed', messages), ...compare('gifts', gifts) };
}
