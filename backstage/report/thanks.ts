import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import type { OverlayThanks, OverlayThanksSide } from '#shared/contract/overlay/state.ts';
import { sideVotes } from '#shared/game/anchorVotes.ts';
import type { GameState } from '#shared/game/fold.ts';
import type { Round } from '#shared/game/round/view.ts';
import { anchorIdOf, anchorTarget } from '#shared/game/table.ts';
import type { Journal } from '../journal/journal.ts';
import type { ReportSource } from './source.ts';

/** How many viewers of a side are thanked. */
const MOST_THANKED = 3;

/** The rows that count in a round: all except uncounted ones and late ones that are only listed. */
const countedRows = "FROM rows WHERE round = ? AND late <> 'listed' AND target <> 'uncounted'";

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
  const sideOf = (anchors: readonly string[], targets: ReadonlySet<Target> | null): OverlayThanksSide => ({
    anchors: [...anchors],
    votesTenths: 0,
    top: topOf(givers, targets, state),
  });
  const battleSide = (side: 'attacker' | 'defender'): OverlayThanksSide => {
    const { anchors } = round[side];
    const targets = new Set<Target>([side, ...anchors.map(anchorTarget)]);
    return { ...sideOf(anchors, targets), votesTenths: sideVotes(round, side) };
  };
  return {
    card: { round: number, kind, outcome: settlement.outcome, until: 0 },
    ...(kind === 'battle'
      ? { attacker: battleSide('attacker'), defender: battleSide('defender') }
      : { everyone: { ...sideOf(round.anchors, null), votesTenths: votesOf(round) } }),
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
function giversOf(journal: Journal, roundId: number): Giver[] {
  return journal.db
    .prepare(`SELECT viewer_id, target, sum(votes_tenths) AS votes ${countedRows} GROUP BY viewer_id, target`)
    .all(roundId)
    .map((record) => {
      const { viewer_id: viewerId, target, votes } = giverRecord.parse(record);
      return { viewerId, target, votesTenths: votes };
    });
}

/** The viewers with the most votes for some targets, null for all targets. Viewers without votes are left out. */
function topOf(givers: readonly Giver[], targets: ReadonlySet<Target> | null, { viewers }: GameState) {
  const sums = new Map<string, number>();
  for (const { viewerId, target, votesTenths } of givers) {
    if (targets !== null && !targets.has(target)) continue;
    sums.set(viewerId, (sums.get(viewerId) ?? 0) + votesTenths);
  }
  return [...sums]
    .filter(([, votesTenths]) => votesTenths > 0)
    .sort(([a, aVotes], [b, bVotes]) => bVotes - aVotes || (a < b ? -1 : 1))
    .slice(0, MOST_THANKED)
    .map(([id, votesTenths]) => ({ name: viewers.get(id)?.name ?? '', votesTenths }));
}

function votesOf({ targets }: Round): number {
  let sum = 0;
  for (const [target, { votesTenths }] of targets) sum += target === 'uncounted' ? 0 : votesTenths;
  return sum;
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
function biggestGift(journal: Journal, roundId: number, state: GameState): Pick<OverlayThanks, 'gift'> {
  const found = journal.db
    .prepare(
      `SELECT viewer_id, viewer_name, gift_id, gift_name, count, diamonds, target ${countedRows} AND diamonds > 0
       ORDER BY diamonds DESC, row_id LIMIT 1`,
    )
    .get(roundId);
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
