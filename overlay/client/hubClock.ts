interface Sample {
  /** Hub's ms less the page's. */
  offset: number;
  /** ms by which the offset may be wrong. */
  error: number;
  at: number;
}

const KEPT_MS = 150_000;

export interface HubClock {
  /** The hub's time (ms) at the page's time. */
  at(local: number): number;
  /** `hub` was read between `sent` and `received` of the page's clock. */
  sample(hub: number, sent: number, received: number): void;
}

/**
 * How far the hub's clock is from the page's own. The best of the newest samples holds, until one contradicts it by
 * more than both can be wrong: then a clock was set, or the computer slept, and the newest is right.
 */
export function createHubClock(): HubClock {
  let samples: Sample[] = [];
  const best = () => samples.reduce((one, other) => (other.error <= one.error ? other : one));
  return {
    at: (local) => (samples.length === 0 ? local : local + best().offset),
    sample: (hub, sent, received) => {
      const error = Math.max(0, received - sent) / 2;
      const fresh: Sample = { offset: hub - (sent + received) / 2, error, at: received };
      samples = samples.filter(
        (old) => received - old.at < KEPT_MS && Math.abs(old.offset - fresh.offset) <= old.error + error + 50,
      );
      samples.push(fresh);
    },
  };
}
