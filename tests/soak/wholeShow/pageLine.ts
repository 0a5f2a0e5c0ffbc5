import type { PageBehaviour } from '#tests/simulator/roomPage.ts';

/** The page stays for this time before it reloads itself (ms). */
const STAYS_MS = 4000;

/** The loads of the room's own page, which reloads itself once after each opening. */
export class RoomPageLoads {
  count = 0;

  /** Called for each load of the page: every other one is followed by a reload. */
  next(): PageBehaviour {
    this.count += 1;
    return this.count % 2 === 1 ? { script: `setTimeout(() => location.reload(), ${STAYS_MS})` } : {};
  }
}
