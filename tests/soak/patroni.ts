import { hasPatroni, patroniPackages, startPatroni } from '#tests/cluster/patroni.ts';
import { playOnCluster } from './cluster.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const SHOWS = 6;
const GIFTS_PER_SECOND = 10;
const FAULTS = ['failover', 'kill', 'failover', 'drain', 'cut', 'failover'] as const;
const BETWEEN_MS = 15_000;
const SPEED = 2;
const AWAY_MS = 10_000;

/**
 * Plays shows on three servers with the databases of `build/docker/cluster.yaml`: Patroni, three PostgreSQL and HAProxy,
 * all real, while primaries and servers are lost. Needs Debian's packages `patroniPackages`.
 */
export async function soak({
  count = FAULTS.length,
  seed,
  speed = SPEED,
  say,
}: SoakOptions): Promise<SoakResult> {
  if (!hasPatroni()) {
    say(`Patroni is not installed (Debian: ${patroniPackages})`);
    return { passed: false };
  }
  const faults = Array.from({ length: count }, (_, at) => FAULTS[at % FAULTS.length] ?? 'failover');
  const result = await playOnCluster({
    seed,
    shows: SHOWS,
    giftsPerSecond: GIFTS_PER_SECOND,
    speed,
    faults,
    betweenMs: BETWEEN_MS,
    awayMs: AWAY_MS,
    startDatabase: startPatroni,
    say,
  });
  return { passed: result.disagree.length === 0, shows: SHOWS, faults: count, ...result };
}
