import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import type { OverlayThanks, OverlayThanksSide } from '#shared/contract/overlay/state.ts';
import type { GameState } from '#shared/game/fold.ts';
import { sideVotes } from '#shared/game/round/shares.ts';
import { anchorIdOf, anchorTarget } from '#shared/game/table.ts';
import { countedTally } from '#shared/game/tally.ts';
import type { Journal } from '../journal/journal.ts';
import { countedRowCondition, type ReportSource } from './source.ts';

/** How many viewers of a side are thanked. */
const MOST_THANKED = 3;

/**
 * Reads the thank-you card of a settled round: the three viewers with the most votes for each side, and the most
 * expensive gift. The time until which it is shown is 0.
 *
 * @throws RingsideError `round.unknown`; `round.notAllowed` before the settlement.
 */
export function readThanks({ journal, state }: ReportSource, roundId: number): OverlayThanks {
  const round = state.rounds[roundId - 1];
  if (round === undefined) throw new RingsideError('round.unknown');
  const { kind, number, settlement } = round;
  if (settlement === null) throw new RingsideError('round.notAllowed');
  const givers = giversOf(journal, roundId);
  const battleSide = (side: 'attacker' | 'defender'): OverlayThanksSide => {
    const { anchors } = round[side];
    const targets = new Set<Target>([side, ...anchors.map(anchorTarget)]);
    return {
      anchors: [...anchors],
      votesTenths: sideVotes(round, side),
      top: topOf(
        givers.filter(({ target }) => targets.has(target)),
        state,
      ),
    };
  };
  return {
    card: { round: number, kind, outcome: settlement.outcome, until: 0 },
    ...(kind === 'battle'
      ? { attacker: battleSide('attacker'), defender: battleSide('defender') }
      : {
          everyone: {
            anchors: [...round.anchors],
            votesTenths: countedTally(round.targets).votesTenths,
            top: topOf(givers, state),
          },
        }),
    ...biggestGift(journal, roundId, state),
  };
}

interface Giver {
  viewerId: string;
  target: Target;
  votesTenths: number;
}

const giverRecord = z.object({ viewer_id: z.string(), target: targetSchema, votes: z.number() });

/** Sums a round's votes by viewer and target. */
function giversOf(journal: Journal, round: number): Giver[] {
  const { where, values } = countedRowCondition({ round });
  return journal.db
    .prepare(
      `SELECT viewer_id, target, sum(votes_tenths) AS votes FROM rows ${where}
       GROUP BY viewer_id, target`,
    )
    .all(...values)
    .map((record) => {
      const { viewer_id: viewerId, target, votes } = giverRecord.parse(record);
      return { viewerId, target, votesTenths: votes };
    });
}

/** The viewers with the most votes. Viewers without votes are left out. */
function topOf(givers: readonly Giver[], { viewers }: GameState): OverlayThanksSide['top'] {
  const sums = new Map<string, number>();
  for (const { viewerId, votesTenths } of givers) {
    sums.set(viewerId, (sums.get(viewerId) ?? 0) + votesTenths);
  }
  return [...sums]
    .filter(([, votesTenths]) => votesTenths > 0)
    .sort(([a, aVotes], [b, bVotes]) => bVotes - aVotes || (a < b ? -1 : 1))
    .slice(0, MOST_THANKED)
    .map(([id, votesTenths]) => ({ name: viewers.get(id)?.name ?? '', votesTenths }));
}

const giftRecord = z.object({
  viewer_id: z.string(),
  viewer_name: z.string(),
  gift_id: z.number(),
  gift_name: z.string(),
  count: z.number(),
  diamonds: z.number(),
  target: targetSchema,
});

/** The round's gift or streak with the most diamonds, the first of several equal ones. */
function biggestGift(journal: Journal, round: number, state: GameState): Pick<OverlayThanks, 'gift'> {
  const { where, values } = countedRowCondition({ round });
  const found = journal.db
    .prepare(
      `SELECT viewer_id, viewer_name, gift_id, gift_name, count, diamonds, target FROM rows
       ${where} AND diamonds > 0 ORDER BY diamonds DESC, row_id LIMIT 1`,
    )
    .get(...values);
  if (found === undefined) return {};
  const { viewer_id, viewer_name, gift_id, gift_name, count, diamonds, target } = giftRecord.parse(found);
  return {
    gift: {
      viewer: state.viewers.get(viewer_id)?.name ?? viewer_name,
      giftId: gift_id,
      giftName: gift_name,
      count,
      diamonds,
      anchorId: anchorIdOf(target),
    },
  };
}
