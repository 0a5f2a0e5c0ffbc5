import { isDeepStrictEqual } from 'node:util';
import { runDesktopKills } from '#tests/electron/killing.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const KILLS = 200;

/** Kills the desktop app's page, backstage and main process many times during a busy show on a bad line. */
export async function soak({ count = KILLS, seed, say }: SoakOptions): Promise<SoakResult> {
  const { kills, rows, truth } = await runDesktopKills({
    kills: count,
    seed,
    faults: 'duplicate,reorder,cut=200',
    said: ({ kill, victim, onScreen, onLink, truth: delivered, equal }) => {
      const verdict = equal
        ? 'equal'
        : `NOT EQUAL to ${delivered.gifts} gifts, ${delivered.diamonds} diamonds`;
      const shown = `${onScreen.gifts} gifts, ${onScreen.diamonds} diamonds, ${onLink.gifts} gifts at the link`;
      say(`kill ${kill}, ${victim}: ${shown}, ${verdict}`);
    },
  });
  const byKey = new Map(rows.map((row) => [`${row.userId} ${row.giftId}`, row]));
  const rowsEqual =
    rows.length === truth.length &&
    truth.every((line) => isDeepStrictEqual(byKey.get(`${line.userId} ${line.giftId}`), line));
  const unequal = kills.filter(({ equal }) => !equal).length;
  return { passed: unequal === 0 && rowsEqual, kills: kills.length, unequal, rowsEqual };
}
